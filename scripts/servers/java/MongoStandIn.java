import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.AbstractMongoCollection;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.DocumentWithPosition;
import de.bwaldvogel.mongo.backend.EmptyIndex;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.DuplicateKeyError;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.h2.mvstore.MVStore;

/**
 * Stands in for MongoDB 5 where no mongod can be had: mongo-java-server on one
 * file, taught what current drivers ask for, and made to refuse what it would
 * otherwise accept and not do. One command at a time, on the file before the
 * answer.
 *
 * <p>Arguments: port, file.
 */
public final class MongoStandIn {
  /** What a hundred thousand documents take: what is not in it is read from the file and made again for each query. */
  private static final int CACHE_MB = 96;

  private static final int DUPLICATE_KEY = 11000;
  private static final int ILLEGAL_OPERATION = 20;
  private static final int NOT_IMPLEMENTED = 238;
  private static final Pattern DUPLICATE = Pattern.compile("collection: ([^. ]+)\\.(\\S+) index: (\\S+) dup key");
  private static final Set<String> GREETINGS = Set.of("hello", "isMaster", "ismaster", "ping");
  private static final Set<String> WRITING =
      Set.of(
          "insert", "update", "delete", "findAndModify", "aggregate", "create", "createIndexes", "drop",
          "dropIndexes", "dropDatabase", "renameCollection");

  /** The library's newest is older than what current drivers accept. */
  private static final MongoVersion VERSION =
      new MongoVersion() {
        @Override
        public List<Integer> getVersionArray() {
          return List.of(5, 0, 0);
        }

        @Override
        public int getWireVersion() {
          return 13;
        }
      };

  private final MVStore store;
  private final MongoBackend backend;

  private MongoStandIn(String file) {
    store = new MVStore.Builder().fileName(file).cacheSize(CACHE_MB).open();
    store.setRetentionTime(2_000);
    backend = new BackendByKeys(store);
    backend.version(VERSION);
  }

  public static void main(String[] arguments) throws InterruptedException {
    MongoServer server = new MongoServer(new MongoStandIn(arguments[1]).asBackend());
    server.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    Thread.currentThread().join();
  }

  private MongoBackend asBackend() {
    ClassLoader loader = MongoStandIn.class.getClassLoader();
    return (MongoBackend) Proxy.newProxyInstance(loader, new Class<?>[] {MongoBackend.class}, this::call);
  }

  private Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (isGreeting(arguments)) return answered(method, arguments);
    // The library's own locking loses concurrent updates, so there is one lock for everything.
    synchronized (this) {
      return answered(method, arguments);
    }
  }

  /** Drivers give a server up that does not greet within seconds, and a greeting changes nothing. */
  private static boolean isGreeting(Object[] arguments) {
    if (arguments == null || arguments.length != 1) return false;
    Document request = null;
    if (arguments[0] instanceof MongoMessage) request = ((MongoMessage) arguments[0]).getDocument();
    if (arguments[0] instanceof MongoQuery) request = ((MongoQuery) arguments[0]).getQuery();
    return request != null && GREETINGS.contains(request.keySet().stream().findFirst().orElse(""));
  }

  private Object answered(Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("handleMessage")) return greeting(answer((MongoMessage) arguments[0]));
    try {
      Object result = method.invoke(backend, arguments);
      if (result instanceof QueryResult) for (Document document : (QueryResult) result) greeting(document);
      return result instanceof Document ? greeting((Document) result) : result;
    } catch (InvocationTargetException failure) {
      throw failure.getCause();
    }
  }

  private Document answer(MongoMessage message) {
    Document request = message.getDocument();
    String command = request.keySet().iterator().next();
    if (command.equals("endSessions") || command.equals("killSessions")) return new Document("ok", 1.0);
    refuseUnfaithful(command, request);
    if (command.equals("hello")) {
      Document asked = new Document("isMaster", 1);
      return backend.handleCommand(message.getChannel(), message.getDatabaseName(), "isMaster", asked);
    }
    if (command.equals("find")) leaveOrderToIndex(request);
    if (command.equals("aggregate") && isCount(request)) {
      Document counted = countOneByOne(message.getDatabaseName(), request);
      if (counted != null) return counted;
    }
    Document result;
    try {
      result = backend.handleMessage(message);
    } catch (DuplicateKeyError duplicate) {
      result = new Document("ok", 0.0);
      result.append("errmsg", duplicate.getMessageWithoutErrorCode());
      result.append("code", duplicate.getCode());
      result.append("codeName", duplicate.getCodeName());
      addKeyPattern(result);
      return result;
    }
    correctInsertCount(command, request, result);
    for (Document error : documents(result.get("writeErrors"))) addKeyPattern(error);
    if (WRITING.contains(command)) store.commit();
    // The library hands out the documents it stores.
    return result.cloneDeeply();
  }

  /**
   * An index hands out the documents behind an id in the order of their ids, and only as many as are asked for, as long
   * as the library has nothing to sort. What says of the id that it exists is handed out from the last to the first.
   */
  private static void leaveOrderToIndex(Document find) {
    Object filter = find.get("filter");
    boolean isBackwards = new Document("_id", -1).equals(find.get("sort"));
    if (!(filter instanceof Document) || !(isBackwards || new Document("_id", 1).equals(find.get("sort")))) return;
    Document bounds = PositionsById.bounds((Document) filter);
    if (bounds == null) return;
    if (isBackwards) bounds.append("$exists", true);
    find.remove("sort");
  }

  /** What drivers make of `countDocuments`. */
  private static boolean isCount(Document aggregate) {
    List<Document> pipeline = documents(aggregate.get("pipeline"));
    Document group = new Document("_id", 1).append("n", new Document("$sum", 1));
    return pipeline.size() == 2
        && pipeline.get(0).get("$match") instanceof Document
        && group.equals(pipeline.get(1).get("$group"));
  }

  /** The library holds all that it counts in memory at once. Null where an index leads to less. */
  private Document countOneByOne(String database, Document aggregate) {
    String name = (String) aggregate.get("aggregate");
    Document match = (Document) documents(aggregate.get("pipeline")).get(0).get("$match");
    MongoCollection<?> collection = backend.resolveDatabase(database).resolveCollection(name, false);
    if (collection == null || collection.getIndexes().stream().anyMatch(index -> index.canHandle(match))) return null;
    DefaultQueryMatcher matcher = new DefaultQueryMatcher();
    int count = (int) Positions.stream(collection).filter(each -> matcher.matches(each.getDocument(), match)).count();
    List<Document> batch = count == 0 ? List.of() : List.of(new Document("_id", 1).append("n", count));
    Document cursor = new Document("id", 0L).append("ns", database + "." + name).append("firstBatch", batch);
    return new Document("cursor", cursor).append("ok", 1.0);
  }

  private static void refuseUnfaithful(String command, Document request) {
    if (request.containsKey("autocommit") || request.containsKey("startTransaction")) {
      throw new MongoServerError(
          ILLEGAL_OPERATION,
          "IllegalOperation",
          "Transaction numbers are only allowed on a replica set member or mongos");
    }
    refuseIf(request.get("collation") != null, "collation");
    refuseIf(command.equals("create") && request.get("validator") != null, "validator");
    refuseIf(command.equals("create") && request.get("timeseries") != null, "timeseries");
    for (String list : List.of("indexes", "updates", "deletes")) {
      for (Document part : documents(request.get(list))) {
        refuseIf(part.get("collation") != null, "collation");
        refuseIf(part.get("partialFilterExpression") != null, "partialFilterExpression");
        refuseIf(part.get("u") instanceof Collection, "an update by a pipeline");
      }
    }
  }

  private static void refuseIf(boolean unfaithful, String what) {
    if (!unfaithful) return;
    String sentence = "The stand-in for MongoDB does not support " + what + ": the library would ignore it.";
    throw new MongoServerError(NOT_IMPLEMENTED, "NotImplemented", sentence);
  }

  /** mongod names the fields of the violated index, and code has to go by them and not by the text. */
  private void addKeyPattern(Document error) {
    if (!Integer.valueOf(DUPLICATE_KEY).equals(error.get("code"))) return;
    Matcher matcher = DUPLICATE.matcher(String.valueOf(error.get("errmsg")));
    if (!matcher.find()) return;
    MongoCollection<?> collection = backend.resolveDatabase(matcher.group(1)).resolveCollection(matcher.group(2), false);
    if (collection == null) return;
    for (Index<?> index : collection.getIndexes()) {
      if (!index.getName().equals(matcher.group(3))) continue;
      Document pattern = new Document();
      for (IndexKey key : index.getKeys()) pattern.append(key.getKey(), key.isAscending() ? 1 : -1);
      error.put("keyPattern", pattern);
    }
  }

  /** The library counts the documents it refused, too. */
  private static void correctInsertCount(String command, Document request, Document result) {
    List<Document> errors = documents(result.get("writeErrors"));
    if (!command.equals("insert") || errors.isEmpty()) return;
    boolean ordered = !Boolean.FALSE.equals(request.get("ordered"));
    int wanted = documents(request.get("documents")).size();
    result.put("n", ordered ? errors.get(0).get("index") : (Object) (wanted - errors.size()));
  }

  private static Document greeting(Document document) {
    if (document == null || !document.containsKey("ismaster")) return document;
    document.append("isWritablePrimary", true);
    document.append("helloOk", true);
    document.append("maxWriteBatchSize", 100_000);
    document.append("logicalSessionTimeoutMinutes", 30);
    return document;
  }

  private static List<Document> documents(Object list) {
    if (!(list instanceof Collection)) return List.of();
    return ((Collection<?>) list).stream().filter(Document.class::isInstance).map(Document.class::cast).toList();
  }

  /**
   * The library reads a whole collection where a query names more than a unique key, no more than the first field of
   * one, or an index that is not unique; mongod goes by the index.
   */
  private static final class BackendByKeys extends H2Backend {
    BackendByKeys(MVStore store) {
      super(store);
    }

    @Override
    protected MongoDatabase openOrCreateDatabase(String name) {
      return new DatabaseByKeys(name, getMvStore(), getCursorRegistry());
    }
  }

  private static final class DatabaseByKeys extends H2Database {
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

    /** The library leaves what a collection holds under its former name, where the next of that name would find it. */
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
        if (index instanceof IndexByKeys) ((IndexByKeys) index).byFirst.collection = () -> moved;
      }
    }

    private Positions positions(String collection, List<IndexKey> keys) {
      String first = keys.get(0).getKey();
      Supplier<MongoCollection<Object>> resolved = () -> resolveCollection(collection, false);
      return first.equals("_id") ? new PositionsById(resolved) : new PositionsByValue(first, resolved);
    }
  }

  /** Where documents lie by the first field of an index; in memory, once it has been asked for. */
  private abstract static class Positions {
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
      isFilled = true;
      stream(collection.get()).forEach(each -> put(each.getDocument(), each.getPosition()));
    }

    final void add(Document document, Object position) {
      if (isFilled) put(document, position);
    }

    final void remove(Document document) {
      if (isFilled) take(document);
    }
  }

  /** Of documents whose field is a value, or a list with it; numbers, times and the like are not told apart. */
  private static final class PositionsByValue extends Positions {
    private static final Object OTHER = new Object();
    private static final Set<String> BOUNDS = Set.of("$gt", "$gte", "$lt", "$lte");

    private final String field;
    /** By the value, then by the document's id. */
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

    /** What the query wants the field to be, itself or a part of all that it wants. */
    private Set<Object> wanted(Document query) {
      for (Document part : documents(query.get("$and"))) {
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

    /** Where a document has no such field, nothing that is asked for here is about it. */
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

  /** In the order of the ids that are numbers or texts, for queries that have a part of all documents by nothing else. */
  private static final class PositionsById extends Positions {
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

    /** What the id has to be above; null if the query says other things of it, or wants a value of another field. */
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

  /** Finds by its own keys whatever else the query says; what is found is held against the query afterwards. */
  private static final class IndexByKeys extends Index<Object> {
    private final Index<Object> index;
    private final Positions byFirst;

    IndexByKeys(Index<Object> index, String name, List<IndexKey> keys, boolean sparse, Positions byFirst) {
      super(name, keys, sparse);
      this.index = index;
      this.byFirst = byFirst;
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
}
