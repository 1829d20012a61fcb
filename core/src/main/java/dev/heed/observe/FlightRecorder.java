package dev.heed.observe;

import org.jspecify.annotations.Nullable;

/** Gives the events of a call to Java Flight Recorder where it is there and records them. */
public final class FlightRecorder {

  private static final boolean PRESENT =
      ModuleLayer.boot().findModule("jdk.jfr").isPresent() && isReadable();

  private FlightRecorder() {}

  /** A listener for one call; null when nothing is being recorded. */
  public static @Nullable CallListener listener() {
    return PRESENT ? FlightEvents.listenerIfRecording() : null;
  }

  /** Without the class, a custom runtime image that left out the recorder would fail to link. */
  private static boolean isReadable() {
    try {
      Class.forName("jdk.jfr.Event", false, FlightRecorder.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
