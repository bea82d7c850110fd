import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import java.util.function.Supplier;

/** Uses its own keys and ignores other conditions of the query; the library filters the result afterwards. */
final class IndexByKeys extends Index<Object> {
  private final Index<Object> index;
  private final Positions byFirst;

  IndexByKeys(Index<Object> index, String name, List<IndexKey> keys, boolean sparse, Positions byFirst) {
    super(name, keys, sparse);
    this.index = index;
    this.byFirst = byFirst;
  }

  void findIn(Supplier<MongoCollection<Object>> collection) {
    byFirst.findIn(collection);
  }

  private Document keysOf(Document query) {
    Document keys = new Document();
    for (String key : keys()) if (query.containsKey(key)) keys.append(key, query.get(key));
    return keys;
  }

  @Override
  public boolean canHandle(Document query) {
    return index.canHandle(keysOf(query)) || byFirst.of(query) != null;
  }

  @Override
  public Iterable<Object> getPositions(Document query) {
    Document keys = keysOf(query);
    return index.canHandle(keys) ? index.getPositions(keys) : byFirst.of(query);
  }

  @Override
  public Object getPosition(Document document) {
    return index.getPosition(document);
  }

  @Override
  public void checkAdd(Document document, MongoCollection<Object> collection) {
    index.checkAdd(document, collection);
  }

  @Override
  public void add(Document document, Object position, MongoCollection<Object> collection) {
    index.add(document, position, collection);
    byFirst.add(document, position);
  }

  @Override
  public Object remove(Document document) {
    byFirst.remove(document);
    return index.remove(document);
  }

  @Override
  public long getCount() {
    return index.getCount();
  }

  @Override
  public boolean isEmpty() {
    return index.isEmpty();
  }

  @Override
  public long getDataSize() {
    return index.getDataSize();
  }

  @Override
  public void checkUpdate(Document before, Document after, MongoCollection<Object> collection) {
    index.checkUpdate(before, after, collection);
  }

  @Override
  public void updateInPlace(Document before, Document after, Object position, MongoCollection<Object> collection) {
    index.updateInPlace(before, after, position, collection);
    byFirst.remove(before);
    byFirst.add(after, position);
  }

  @Override
  public void drop() {
    index.drop();
  }

  @Override
  public boolean isUnique() {
    return index.isUnique();
  }
}
