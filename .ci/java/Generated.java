package javax.annotation;

/** The mark of generated classes, which newer versions of Java lack. */
public @interface Generated {
    String value();

    String comments();
}
