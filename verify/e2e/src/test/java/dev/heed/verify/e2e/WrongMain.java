package dev.heed.verify.e2e;

/** The wrong command as a program: the names of its faults, and then {@code --input} and it. */
final class WrongMain {

  private WrongMain() {}

  public static void main(String[] args) throws InterruptedException {
    Fault[] faults = new Fault[args.length - 2];
    for (int i = 0; i < faults.length; i++) {
      faults[i] = Fault.valueOf(args[i]);
    }
    System.out.print(WrongCommand.with(faults).run(args[args.length - 1]));
    System.exit(0);
  }
}
