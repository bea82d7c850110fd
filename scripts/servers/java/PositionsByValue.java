import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** By the field's value, or by the elements of a list; all numbers, times and similar values share one entry. */
final class PositionsByValue extends Positions {
  private static final Object OTHER = new Object();
  private static final Set<String> BOUNDS = Set.of("$gt", "$gte", "$lt", "$lte");

  private final String field;
  /** Value → id of the document → position. */
  private final Map<Object, Map<Object, Object>> positions = new HashMap<>();

  PositionsByValue(String field, Supplier<MongoCollection<Object>> collection) {
    super(collection);
    this.field = field;
  }

  @Override
  Iterable<Object> of(Document query) {
    Set<Object> wanted = wanted(query);
    if (wanted == null) return null;
    fill();
    Set<Object> found = new LinkedHashSet<>();
    for (Object value : wanted) found.addAll(positions.getOrDefault(value, Map.of()).values());
    return found.size() > count() / 4 ? null : found;
  }

  /** Values of the field that the query, or one part of its `$and`, matches; null if it does not restrict them. */
  private Set<Object> wanted(Document query) {
    for (Document part : MongoStandIn.documents(query.get("$and"))) {
      Set<Object> wanted = wanted(part);
      if (wanted != null) return wanted;
    }
    Object value = query.get(field);
    if (isText(value) || value instanceof Boolean) return Set.of(value);
    if (!(value instanceof Document)) return null;
    Document operators = (Document) value;
    if (operators.keySet().equals(Set.of("$in"))) {
      Collection<?> list = (Collection<?>) operators.get("$in");
      return list.stream().allMatch(PositionsByValue::isText) ? values(list) : null;
    }
    boolean isBounded = !operators.isEmpty() && BOUNDS.containsAll(operators.keySet());
    return isBounded && operators.values().stream().allMatch(PositionsByValue::isAmount) ? Set.of(OTHER) : null;
  }

  private static boolean isText(Object value) {
    return value instanceof String;
  }

  private static boolean isAmount(Object value) {
    return value instanceof Number || value instanceof Instant;
  }

  private static Set<Object> values(Object value) {
    Set<Object> values = new LinkedHashSet<>();
    Collection<?> all = value instanceof Collection ? (Collection<?>) value : Collections.singletonList(value);
    for (Object each : all) values.add(isText(each) || each instanceof Boolean ? each : OTHER);
    return values;
  }

  /** Empty if the field is missing: such a document matches no query that uses this index. */
  private Set<Object> valuesOf(Document document) {
    Object value = Utils.getSubdocumentValue(document, field);
    return value == null || value instanceof Missing ? Set.of() : values(value);
  }

  @Override
  void put(Document document, Object position) {
    for (Object value : valuesOf(document)) {
      positions.computeIfAbsent(value, ignored -> new LinkedHashMap<>()).put(document.get("_id"), position);
    }
  }

  @Override
  void take(Document document) {
    for (Object value : valuesOf(document)) {
      Map<Object, Object> known = positions.getOrDefault(value, new HashMap<>());
      known.remove(document.get("_id"));
      if (known.isEmpty()) positions.remove(value);
    }
  }
}
