import type { Secrets } from '../../../server/secrets.ts'

export interface PlayPass {
  resourceId: string
  /** Whom the address plays for; nobody else. */
  accountId: string
  /** How long it plays. */
  seconds: number
}

/** A signed address of a video for one learner and a limited time. */
export function signPlayUrl(secrets: Secrets, pass: PlayPass): string {
  const until = Math.floor(Date.now() / 1000) + pass.seconds
  const signature = secrets.sign('play', `${pass.resourceId} ${pass.accountId} ${until}`)
  return `/media/video/${pass.resourceId}?who=${pass.accountId}&until=${until}&signature=${signature}`
}
