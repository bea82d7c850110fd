import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.AbstractUniqueIndex;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.DuplicateKeyError;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final int DUPLICATE_KEY = 11000;
  private static final int ILLEGAL_OPERATION = 20;
  private static final int NOT_IMPLEMENTED = 238;
  private static final Pattern DUPLICATE = Pattern.compile("collection: ([^. ]+)\\.(\\S+) index: (\\S+) dup key");
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
    store = MVStore.open(file);
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

  /** The library's own locking loses concurrent updates, so there is one lock for everything. */
  private synchronized Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
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
   * The library reads a whole collection where a query names more than a unique key, or no more than the first field of
   * one; mongod goes by the index.
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
    DatabaseByKeys(String name, MVStore store, CursorRegistry cursors) {
      super(name, store, cursors);
    }

    @Override
    protected Index<Object> openOrCreateUniqueIndex(
        String collection, String name, List<IndexKey> keys, boolean sparse) {
      return new IndexByKeys(super.openOrCreateUniqueIndex(collection, name, keys, sparse), name, keys, sparse);
    }
  }

  /** Finds by its own keys whatever else the query says; what is found is held against the query afterwards. */
  private static final class IndexByKeys extends Index<Object> {
    private final Index<Object> index;

    IndexByKeys(Index<Object> index, String name, List<IndexKey> keys, boolean sparse) {
      super(name, keys, sparse);
      this.index = index;
    }

    /** Positions by the value of the first of several fields, once they have been asked for. */
    private Map<Object, Set<Object>> byFirst;

    private String first() {
      return keys().get(0);
    }

    /** What the query wants the first field to be; null if it is not said, or not by texts. */
    private List<?> wanted(Document query) {
      if (keys().size() < 2 || isSparse()) return null;
      Object value = query.get(first());
      if (value instanceof String) return List.of(value);
      if (!(value instanceof Document) || !((Document) value).keySet().equals(Set.of("$in"))) return null;
      Object list = ((Document) value).get("$in");
      if (!(list instanceof Collection)) return null;
      List<?> values = List.copyOf((Collection<?>) list);
      return values.stream().allMatch(String.class::isInstance) ? values : null;
    }

    private Map<Object, Set<Object>> positionsByFirst() {
      if (byFirst != null) return byFirst;
      byFirst = new HashMap<>();
      try {
        Method entries = AbstractUniqueIndex.class.getDeclaredMethod("getIterable");
        entries.setAccessible(true);
        for (Object each : (Iterable<?>) entries.invoke(index)) {
          Map.Entry<?, ?> entry = (Map.Entry<?, ?>) each;
          positionsOf(((KeyValue) entry.getKey()).get(0)).add(entry.getValue());
        }
      } catch (ReflectiveOperationException failure) {
        throw new IllegalStateException(failure);
      }
      return byFirst;
    }

    private Set<Object> positionsOf(Object value) {
      return byFirst.computeIfAbsent(value, ignored -> new LinkedHashSet<>());
    }

    private Document keysOf(Document query) {
      Document keys = new Document();
      for (String key : keys()) if (query.containsKey(key)) keys.append(key, query.get(key));
      return keys;
    }

    @Override
    public boolean canHandle(Document query) {
      return index.canHandle(keysOf(query)) || wanted(query) != null;
    }

    @Override
    public Iterable<Object> getPositions(Document query) {
      Document keys = keysOf(query);
      if (index.canHandle(keys)) return index.getPositions(keys);
      List<Object> positions = new ArrayList<>();
      for (Object value : new LinkedHashSet<Object>(wanted(query))) {
        positions.addAll(positionsByFirst().getOrDefault(value, Set.of()));
      }
      return positions;
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
      if (byFirst != null) positionsOf(document.get(first())).add(position);
    }

    @Override
    public Object remove(Document document) {
      Object position = index.remove(document);
      if (byFirst != null) positionsOf(document.get(first())).remove(position);
      return position;
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
      if (byFirst == null) return;
      positionsOf(before.get(first())).remove(position);
      positionsOf(after.get(first())).add(position);
    }

    @Override
    public void drop() {
      index.drop();
      byFirst = null;
    }

    @Override
    public boolean isUnique() {
      return index.isUnique();
    }
  }
}
