// Callers that ask the same at the same time share one call and its end (docs/oauth-cases.md cases 83, 84). One who
// no longer wants it leaves the others theirs; when all have left, the call is told to end.

interface Flight<T> {
  readonly end: Promise<T>;
  readonly control: AbortController;
  callers: number;
}

/** @param ofLeaver what one hears who leaves while others stay. The last one hears how the call ended. */
export function createSingleFlight<T>(ofLeaver: T) {
  const flights = new Map<string, Flight<T>>();

  function start(key: string, begin: (left: AbortSignal) => Promise<T>): Flight<T> {
    const control = new AbortController();
    const flight = { end: begin(control.signal), control, callers: 0 };
    flights.set(key, flight);
    const remove = (): void => over(key, flight);
    flight.end.then(remove, remove);
    return flight;
  }

  function over(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key);
  }

  return {
    /** @param begin `left`: nobody waits for it any more. @param caller aborted as this one leaves. */
    async fly(
      key: string,
      begin: (left: AbortSignal) => Promise<T>,
      caller?: AbortSignal,
    ): Promise<T> {
      const flight = flights.get(key) ?? start(key, begin);
      flight.callers += 1;
      if (caller === undefined) return await flight.end;
      const gone = Promise.withResolvers<T>();
      const leave = (): void => {
        flight.callers -= 1;
        if (flight.callers > 0) return gone.resolve(ofLeaver);
        // Whoever asks from now on asks anew.
        over(key, flight);
        flight.control.abort();
      };
      caller.addEventListener('abort', leave, { once: true });
      if (caller.aborted) leave();
      try {
        return await Promise.race([flight.end, gone.promise]);
      } finally {
        caller.removeEventListener('abort', leave);
      }
    },
  };
}
