import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.api.CatalogueApi;
import org.openapitools.client.api.ErrorsApi;
import org.openapitools.client.api.OperationsApi;
import org.openapitools.client.api.PositionsApi;

/**
 * Calls each operation with a client that openapi-generator makes from the contract, and compares what the client has
 * read with the answer, field by field.
 *
 * <p>Argument: the address of the service.
 */
final class Client {
    /**
     * The arguments that a call needs, by the name of the operation and of the parameter. All other arguments are left
     * out.
     */
    private static final Map<String, Map<String, Object>> NEEDS = Map.of(
        "analyzeUrl", Map.of("nim", List.of("3", "4", "5")),
        "movesUrl", Map.of("nim", List.of("3", "4", "5")),
        "showGame", Map.of("game", "kayles"),
        "valuesUrl", Map.of("game", "kayles", "from", "0", "to", "12"),
        "map", Map.of("game", "nim"),
        "gameQuotient", Map.of("game", "kayles", "to", 9),
        "showProblem", Map.of("code", "not-found"));

    /** How often a call to a busy service is repeated, after a second each time. */
    private static final int PATIENCE = 180;

    /** A mapper that remembers the last answer. */
    private static final class Remembering extends ObjectMapper {
        private String answer;

        Remembering(ObjectMapper mapper) {
            super(mapper);
        }

        /** Returns this mapper. Otherwise each API would have a mapper of its own. */
        @Override
        public ObjectMapper copy() {
            return this;
        }

        @Override
        public <T> T readValue(String text, TypeReference<T> type) throws JsonProcessingException {
            answer = text;
            return super.readValue(text, type);
        }
    }

    public static void main(String[] arguments) throws Exception {
        String address = arguments[0];
        ApiClient client = new ApiClient();
        client.updateBaseUri(address);
        Remembering mapper = new Remembering(client.getObjectMapper());
        client.setObjectMapper(mapper);
        JsonNode contract = mapper.readTree(URI.create(address + "/openapi.json").toURL());
        Set<String> called = new HashSet<>();
        int calls = 0;
        int compared = 0;
        for (Class<?> tag : List.of(PositionsApi.class, CatalogueApi.class, ErrorsApi.class, OperationsApi.class)) {
            Object api = tag.getConstructor(ApiClient.class).newInstance(client);
            for (Method method : tag.getMethods()) {
                String name = method.getName().replace("WithHttpInfo", "");
                if (name.equals(method.getName()) || asksForHeaders(method)) {
                    continue;
                }
                for (Object[] values : values(name, method, contract, mapper)) {
                    mapper.answer = null;
                    try {
                        ApiResponse<?> answer = (ApiResponse<?>) patiently(method, api, values);
                        check(answer.getStatusCode() == 200, name + ": " + answer.getStatusCode());
                        if (mapper.answer != null) {
                            String read = mapper.writeValueAsString(answer.getData());
                            JsonNode given = withoutNulls(mapper.readTree(mapper.answer));
                            check(withoutNulls(mapper.readTree(read)).equals(given), name + ": " + read + " of " + given);
                            compared += 1;
                        }
                    } catch (InvocationTargetException failed) {
                        String body = failed.getCause() instanceof ApiException of ? of.getResponseBody() : "";
                        // The limit of work for a request is low here, so some examples are too costly.
                        if (!body.contains("\"too-costly\"")) {
                            throw new AssertionError(name + ": " + body, failed.getCause());
                        }
                    }
                    calls += 1;
                }
                called.add(name);
            }
        }
        long operations = contract.findValues("operationId").size();
        check(called.size() == operations, called + " of " + operations + " operations were called");
        // Some answers are text, and some examples are too costly.
        check(2 * compared > calls, "only " + compared + " of " + calls + " answers were compared");
        System.out.println("A client generated for Java has called each of " + operations + " operations, in " + calls
            + " calls, and has read every field of " + compared + " answers.");
    }

    /** Removes members that are null. The client reads and writes such a member like one that is absent. */
    private static JsonNode withoutNulls(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.properties().removeIf(member -> member.getValue().isNull());
            object.forEach(Client::withoutNulls);
        } else if (node instanceof ArrayNode list) {
            list.forEach(Client::withoutNulls);
        }
        return node;
    }

    /** Calls an operation. A busy service refuses a call with 503, and then the call is repeated, as clients do. */
    private static Object patiently(Method method, Object api, Object[] values) throws Exception {
        for (int tries = 1;; tries += 1) {
            try {
                return method.invoke(api, values);
            } catch (InvocationTargetException failed) {
                boolean isBusy = failed.getCause() instanceof ApiException of && of.getCode() == 503;
                if (!isBusy || tries > PATIENCE) {
                    throw failed;
                }
                Thread.sleep(1000);
            }
        }
    }

    /** Returns whether this form of a call also has a parameter for headers. */
    private static boolean asksForHeaders(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return types.length > 0 && types[types.length - 1] == Map.class;
    }

    /**
     * Returns the arguments of each call: an example of a body from the contract, or the needed arguments of the
     * operation.
     */
    private static List<Object[]> values(String name, Method method, JsonNode contract, ObjectMapper mapper) throws Exception {
        Class<?>[] types = method.getParameterTypes();
        JsonNode post = contract.at("/paths/~1v1~1" + name + "/post");
        List<Object[]> all = new ArrayList<>();
        if (!post.isMissingNode()) {
            String schema = post.at("/requestBody/content/application~1json/schema/$ref").asText();
            JsonNode examples = contract.at(schema.substring(1) + "/examples");
            // The first example is left out, since all games in one sum take seconds of work.
            for (int at = examples.size() > 1 ? 1 : 0; at < examples.size(); at += 1) {
                all.add(new Object[] {mapper.treeToValue(examples.get(at), types[0])});
            }
            return all;
        }
        Map<String, Object> needed = NEEDS.getOrDefault(name, Map.of());
        all.add(Stream.of(method.getParameters()).map(parameter -> needed.get(parameter.getName())).toArray());
        return all;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
