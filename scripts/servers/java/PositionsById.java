import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/** Ordered by ids that are numbers or texts, for queries with only a lower bound of the id. */
final class PositionsById extends Positions {
  private static final Comparator<Object> ORDER =
      (one, other) ->
          one instanceof String && other instanceof String
              ? ((String) one).compareTo((String) other)
              : Double.compare(((Number) one).doubleValue(), ((Number) other).doubleValue());

  private final ConcurrentNavigableMap<Object, Object> texts = new ConcurrentSkipListMap<>(ORDER);
  private final ConcurrentNavigableMap<Object, Object> numbers = new ConcurrentSkipListMap<>(ORDER);

  PositionsById(Supplier<MongoCollection<Object>> collection) {
    super(collection);
  }

  /** The lower bound of the id; null if the query has other conditions, except on the existence of other fields. */
  static Document bounds(Document query) {
    if (!(query.get("_id") instanceof Document)) return null;
    Document bounds = (Document) query.get("_id");
    if (!Set.of("$gt", "$gte", "$exists").containsAll(bounds.keySet())) return null;
    Object bound = bounds.values().iterator().next();
    if (!isOrdered(bound)) return null;
    for (String field : query.keySet()) {
      if (field.equals("_id")) continue;
      Object value = query.get(field);
      if (!(value instanceof Document) || !((Document) value).keySet().equals(Set.of("$exists"))) return null;
    }
    return bounds;
  }

  @Override
  Iterable<Object> of(Document query) {
    Document bounds = bounds(query);
    if (bounds == null) return null;
    fill();
    Object bound = bounds.values().iterator().next();
    ConcurrentNavigableMap<Object, Object> behind = map(bound).tailMap(bound, bounds.containsKey("$gte"));
    return (bounds.containsKey("$exists") ? behind.descendingMap() : behind).values();
  }

  private static boolean isOrdered(Object id) {
    return id instanceof String || id instanceof Number;
  }

  private ConcurrentNavigableMap<Object, Object> map(Object id) {
    return id instanceof String ? texts : numbers;
  }

  @Override
  void put(Document document, Object position) {
    Object id = document.get("_id");
    if (isOrdered(id)) map(id).put(id, position);
  }

  @Override
  void take(Document document) {
    Object id = document.get("_id");
    if (isOrdered(id)) map(id).remove(id);
  }
}
