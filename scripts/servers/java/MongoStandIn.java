import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.DuplicateKeyError;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import de.bwaldvogel.mongo.wire.message.MongoQuery;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.mvstore.MVStore;

/**
 * Stands in for MongoDB 5 if there is no mongod: mongo-java-server on one file,
 * extended for current drivers. Refuses commands that the library would accept
 * but not carry out. Runs one command at a time, and writes to the file before
 * it answers.
 *
 * <p>Arguments: port, file.
 */
public final class MongoStandIn {
  /** Enough for a hundred thousand documents: others are read from the file and decoded again for each query. */
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

  /** Current drivers refuse even the library's newest version. */
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

  /** Answered without the lock: drivers give up a server that does not answer a hello within seconds. */
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
    // The library returns its stored documents.
    return result.cloneDeeply();
  }

  /**
   * Removes the sort from queries that an index already answers in order of ids: without a sort the library reads only
   * the requested number of documents. The added condition `$exists` on the id asks the index for descending order.
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

  /** The pipeline that drivers send for `countDocuments`. */
  private static boolean isCount(Document aggregate) {
    List<Document> pipeline = documents(aggregate.get("pipeline"));
    Document group = new Document("_id", 1).append("n", new Document("$sum", 1));
    return pipeline.size() == 2
        && pipeline.get(0).get("$match") instanceof Document
        && group.equals(pipeline.get(1).get("$group"));
  }

  /** The library would load all counted documents into memory. Null if an index applies. */
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

  /** mongod names the fields of the violated index, and the product reads these instead of the text. */
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

  /** The library counts refused documents, too. */
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

  static List<Document> documents(Object list) {
    if (!(list instanceof Collection)) return List.of();
    return ((Collection<?>) list).stream().filter(Document.class::isInstance).map(Document.class::cast).toList();
  }
}
