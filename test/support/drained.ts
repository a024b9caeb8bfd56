/** What work in steps comes to, without a turn of the loop between them. */
export function drained<T>(steps: Generator<void, T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
