/** Paths the server answers itself; every other path is a page of the portal or a file of it. */
export const serverPaths = ['/api', '/media', '/upload', '/dev', '/check', '/healthz', '/readyz']

/** True if a path is one of them, or below. */
export const isOfServer = (path: string) =>
  serverPaths.some((own) => path === own || path.startsWith(`${own}/`))
