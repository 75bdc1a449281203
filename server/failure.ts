/** Something that went wrong on the server: an error nobody expected, and no refusal. */
export interface Failure {
  /** Work in which it happened: a request’s or a job’s. */
  source: 'server' | 'job'
  /** The number its log lines carry: of the request, or of the job. */
  traceId: string
  /** The path of the call, or the type of the job. */
  place: string
  error: unknown
  /** Null where it is not known. */
  projectId: string | null
  accountId: string | null
}

/** Takes note of a failure. It never throws, and nobody waits for it. */
export type ReportFailure = (failure: Failure) => void
