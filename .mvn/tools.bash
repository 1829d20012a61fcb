# What the scripts heed and check need to know about Java and Maven. The same numbers stand in pom.xml.
# A caller sets "me" to its own name, for the messages.

need_java=17
need_maven=3.8.7
how_to_get="Debian and Ubuntu have both: apt-get install openjdk-17-jdk maven"

# One line and out: nothing that Heed could do without the tool would be of use.
missing_tool() {
  printf '%s: %s\n' "$me" "$1" >&2
  exit 2
}

# Sets java to the program that runs Java: JAVA_HOME's when that is set, as for Maven, else the one on PATH.
find_java() {
  if [[ -n ${JAVA_HOME:-} ]]; then
    java=$JAVA_HOME/bin/java
    [[ -x $java ]] ||
      missing_tool "JAVA_HOME is $JAVA_HOME, but there is no bin/java in it. Set it to a JDK $need_java or newer, or unset it. $how_to_get"
  else
    java=$(type -P java) ||
      missing_tool "no Java found. Heed needs a JDK, $need_java or newer. $how_to_get"
  fi
}

# Sets java_major to the version of $java, and ends the script unless it is new enough.
check_java() {
  local words
  words=$("$java" -version 2>&1) || words=
  java_major=${words#*version \"}
  java_major=${java_major#1.}
  java_major=${java_major%%[!0-9]*}
  [[ -n $java_major ]] ||
    missing_tool "$java does not say which Java it is. Heed needs a JDK, $need_java or newer. $how_to_get"
  ((10#$java_major >= need_java)) ||
    missing_tool "$java is Java $java_major. Heed needs a JDK, $need_java or newer. $how_to_get"
}

# Ends the script unless there is a compiler beside $java.
check_compiler() {
  [[ -x ${java%/*}/javac ]] ||
    missing_tool "$java can run Java but not compile it. Heed builds itself with a JDK, $need_java or newer. $how_to_get"
}

# Sets mvn, or ends the script when there is none that is new enough.
find_maven() {
  local words version
  mvn=$(type -P mvn) ||
    missing_tool "no Maven found. Heed builds itself with Maven, $need_maven or newer. $how_to_get"
  words=$("$mvn" -B -version 2>/dev/null) || words=
  version=${words#*Apache Maven }
  version=${version%%[!0-9.]*}
  [[ -n $version ]] ||
    missing_tool "$mvn does not say which Maven it is. Heed builds itself with Maven, $need_maven or newer. $how_to_get"
  older_than "$version" "$need_maven" &&
    missing_tool "$mvn is Maven $version. Heed builds itself with Maven, $need_maven or newer. $how_to_get"
  return 0
}

# Compares dotted versions number by number.
older_than() {
  local -a one two
  local i
  IFS=. read -ra one <<<"$1"
  IFS=. read -ra two <<<"$2"
  for i in 0 1 2; do
    ((10#${one[i]:-0} == 10#${two[i]:-0})) || break
  done
  ((10#${one[i]:-0} < 10#${two[i]:-0}))
}
