import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.AbstractMongoCollection;
import de.bwaldvogel.mongo.backend.DocumentWithPosition;
import de.bwaldvogel.mongo.bson.Document;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Where documents lie by the first field of an index; in memory, once it has been asked for. */
abstract class Positions {
  private static final Method ALL = allDocuments();

  private Supplier<MongoCollection<Object>> collection;
  private boolean isFilled;

  Positions(Supplier<MongoCollection<Object>> collection) {
    this.collection = collection;
  }

  static Stream<DocumentWithPosition<?>> stream(MongoCollection<?> collection) {
    try {
      return ((Stream<?>) ALL.invoke(collection)).map(DocumentWithPosition.class::cast);
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException(failure);
    }
  }

  final void findIn(Supplier<MongoCollection<Object>> moved) {
    collection = moved;
  }

  private static Method allDocuments() {
    try {
      Method method = AbstractMongoCollection.class.getDeclaredMethod("streamAllDocumentsWithPosition");
      method.setAccessible(true);
      return method;
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** Of all documents the query may be about; null if it does not say, or of so many that reading all is quicker. */
  abstract Iterable<Object> of(Document query);

  abstract void put(Document document, Object position);

  abstract void take(Document document);

  final long count() {
    return collection.get().count();
  }

  final void fill() {
    if (isFilled) return;
    stream(collection.get()).forEach(each -> put(each.getDocument(), each.getPosition()));
    isFilled = true;
  }

  final void add(Document document, Object position) {
    if (isFilled) put(document, position);
  }

  final void remove(Document document) {
    if (isFilled) take(document);
  }
}
