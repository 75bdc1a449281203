import type { Pool } from '../server/db.ts'
import { type Environment, OperatorError } from '../server/environment.ts'

/**
 * Decides whether this start is a demo: where DEMO is set, or where neither host nor address is reachable
 * from outside and the database is empty or the demo's own. Refuses to start without the demo on a database
 * that still holds its accounts, since their password is public.
 */
export async function decideDemo(db: Pool, { demo, demoSet }: Environment): Promise<boolean> {
  const [found] = await db<{ seeded: boolean; empty: boolean }[]>`
    select exists (select from accounts where demo) as seeded, not exists (select from projects) as empty`
  const { seeded, empty } = found!
  if (!demo && seeded) {
    throw new OperatorError(
      'This database holds the accounts of the demo, whose password is public. Run "npm run admin -- --remove-demo" ' +
        'to disable them and erase their passwords, or set DEMO=1 to run the demo.',
    )
  }
  return demo && (demoSet || seeded || empty)
}
