import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
 * A client that openapi-generator makes of the contract calls each operation, and reads the answers.
 *
 * <p>Argument: the address of the service.
 */
final class Client {
    /** Arguments of the calls that need some, by the names of the parameters; the others are left out. */
    private static final Map<String, Map<String, Object>> NEEDS = Map.of(
        "analyzeUrl", Map.of("nim", List.of("3", "4", "5")),
        "movesUrl", Map.of("nim", List.of("3", "4", "5")),
        "showGame", Map.of("game", "kayles"),
        "valuesUrl", Map.of("game", "kayles", "from", "0", "to", "12"),
        "map", Map.of("game", "nim"),
        "showProblem", Map.of("code", "not-found"));

    public static void main(String[] arguments) throws Exception {
        String address = arguments[0];
        ApiClient client = new ApiClient();
        client.updateBaseUri(address);
        ObjectMapper mapper = client.getObjectMapper();
        JsonNode contract = mapper.readTree(URI.create(address + "/openapi.json").toURL());
        Set<String> called = new HashSet<>();
        int calls = 0;
        for (Class<?> tag : List.of(PositionsApi.class, CatalogueApi.class, ErrorsApi.class, OperationsApi.class)) {
            Object api = tag.getConstructor(ApiClient.class).newInstance(client);
            for (Method method : tag.getMethods()) {
                String name = method.getName().replace("WithHttpInfo", "");
                if (name.equals(method.getName()) || asksForHeaders(method)) {
                    continue;
                }
                for (Object[] values : values(name, method, contract, mapper)) {
                    try {
                        ApiResponse<?> answer = (ApiResponse<?>) method.invoke(api, values);
                        check(answer.getStatusCode() == 200, name + ": " + answer.getStatusCode());
                    } catch (InvocationTargetException failed) {
                        String body = failed.getCause() instanceof ApiException of ? of.getResponseBody() : "";
                        // The service is started with little work for a request, and some examples need more.
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
        System.out.println("A client generated for Java has called each of " + operations + " operations, in " + calls + " calls.");
    }

    /** Returns whether this is the form of a call that takes headers, too. */
    private static boolean asksForHeaders(Method method) {
        Class<?>[] types = method.getParameterTypes();
        return types.length > 0 && types[types.length - 1] == Map.class;
    }

    /** Returns the arguments of the calls: each of the contract's examples of a body, or what the operation needs. */
    private static List<Object[]> values(String name, Method method, JsonNode contract, ObjectMapper mapper) throws Exception {
        Class<?>[] types = method.getParameterTypes();
        JsonNode post = contract.at("/paths/~1v1~1" + name + "/post");
        List<Object[]> all = new ArrayList<>();
        if (!post.isMissingNode()) {
            String schema = post.at("/requestBody/content/application~1json/schema/$ref").asText();
            JsonNode examples = contract.at(schema.substring(1) + "/examples");
            // Without the first example: all games at once take seconds of work.
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
