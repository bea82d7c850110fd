import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import org.h2.mvstore.MVStore;

/**
 * The library reads a whole collection where a query names more than a unique key, no more than the first field of
 * one, or an index that is not unique; mongod goes by the index.
 */
final class BackendByKeys extends H2Backend {
  BackendByKeys(MVStore store) {
    super(store);
  }

  @Override
  protected MongoDatabase openOrCreateDatabase(String name) {
    return new DatabaseByKeys(name, getMvStore(), getCursorRegistry());
  }
}
