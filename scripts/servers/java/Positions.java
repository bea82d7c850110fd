import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.AbstractMongoCollection;
import de.bwaldvogel.mongo.backend.DocumentWithPosition;
import de.bwaldvogel.mongo.bson.Document;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Positions of documents by the first field of an index; built in memory at the first use. */
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

  /** Positions of candidates for the query; null if the index does not help, or if a full scan is faster. */
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
