/** Something that went wrong on the server or in a browser: an error nobody expected, and no refusal. */
export interface Failure {
  /** Work in which it happened: a request’s or a job’s. */
  source: 'server' | 'job' | 'browser'
  /** The number its log lines carry: of the request, or of the job. */
  traceId: string
  /** The path of the call, the type of the job, or the path of the page. */
  place: string
  error: unknown
  /** Null where it is not known. */
  projectId: string | null
  accountId: string | null
  /** Path of the page that was open, where it is known. */
  page?: string | null
}

/** Takes note of a failure. It never throws, and nobody waits for it. */
export type ReportFailure = (failure: Failure) => void
