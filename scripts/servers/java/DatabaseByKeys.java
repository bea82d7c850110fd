import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.EmptyIndex;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import java.util.List;
import java.util.function.Supplier;
import org.h2.mvstore.MVStore;

/** Creates indexes of {@link IndexByKeys}, which stay valid when the collection is renamed. */
final class DatabaseByKeys extends H2Database {
  private final MVStore store;

  DatabaseByKeys(String name, MVStore store, CursorRegistry cursors) {
    super(name, store, cursors);
    this.store = store;
  }

  @Override
  protected Index<Object> openOrCreateUniqueIndex(
      String collection, String name, List<IndexKey> keys, boolean sparse) {
    Index<Object> index = super.openOrCreateUniqueIndex(collection, name, keys, sparse);
    return new IndexByKeys(index, name, keys, sparse, positions(collection, keys));
  }

  @Override
  protected Index<Object> openOrCreateSecondaryIndex(
      String collection, String name, List<IndexKey> keys, boolean sparse) {
    return new IndexByKeys(new EmptyIndex<>(name, keys), name, keys, true, positions(collection, keys));
  }

  /** The library keeps the documents under the former name, where a new collection of that name would find them. */
  @Override
  public void moveCollection(MongoDatabase from, MongoCollection<?> collection, String name) {
    String former = collection.getFullName();
    for (String map : List.copyOf(store.getMapNames())) {
      String owner = map.replaceFirst("^(databases|meta)[.]", "").replaceFirst("[.]_index_.*", "");
      if (owner.equals(former)) {
        store.renameMap(store.openMap(map), map.replace(former, getFullCollectionNamespace(name)));
      }
    }
    super.moveCollection(from, collection, name);
    MongoCollection<Object> moved = resolveCollection(name, true);
    for (Index<?> index : moved.getIndexes()) {
      if (index instanceof IndexByKeys) ((IndexByKeys) index).findIn(() -> moved);
    }
  }

  private Positions positions(String collection, List<IndexKey> keys) {
    String first = keys.get(0).getKey();
    Supplier<MongoCollection<Object>> resolved = () -> resolveCollection(collection, false);
    return first.equals("_id") ? new PositionsById(resolved) : new PositionsByValue(first, resolved);
  }
}
