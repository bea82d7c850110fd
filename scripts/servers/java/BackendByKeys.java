import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import org.h2.mvstore.MVStore;

/**
 * Makes queries use an index as mongod does. The library scans the whole collection if a query has conditions beyond
 * a unique key, only names the first field of one, or needs an index that is not unique.
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
