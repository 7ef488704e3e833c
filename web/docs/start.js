// Relative, so that a proxy may put a prefix before all paths.
SwaggerUIBundle({ url: "../openapi.json", dom_id: "#api", deepLinking: true, tryItOutEnabled: true });
