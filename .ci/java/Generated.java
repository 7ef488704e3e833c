package javax.annotation;

/** The annotation of generated classes. Newer versions of Java do not have it. */
public @interface Generated {
    String value();

    String comments();
}
