/**
 * Stands in for TypeBox in the browser build: a browser needs a call's path, not its schemas,
 * and the builder is 12 KB on the first load of a phone. The server validates.
 */
const anything: unknown = new Proxy(() => anything, {
  get: (_target, key) => (key === Symbol.toPrimitive ? () => '' : anything),
  apply: () => anything,
})

export const Type = anything
