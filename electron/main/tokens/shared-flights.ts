// Callers that ask the same at the same time share one call and its end (reliability.md cases 83, 84).

export interface SharedFlights<T> {
  readonly fly: (key: string, begin: () => Promise<T>) => Promise<T>;
}

export function createSharedFlights<T>(): SharedFlights<T> {
  const flights = new Map<string, Promise<T>>();
  return {
    async fly(key, begin) {
      const flight = flights.get(key) ?? begin();
      flights.set(key, flight);
      try {
        return await flight;
      } finally {
        flights.delete(key);
      }
    },
  };
}
