import type { Pool } from '../server/db.ts'

/**
 * Moves a database's clock to a distance from the real time, e.g. `2 hours`; 0 brings it back. In one statement: in
 * between a worker would see a time long gone.
 */
export async function moveClock(owner: Pool, shift: string): Promise<void> {
  const [row] = await owner<{ moved: string }[]>`select ${shift}::interval::text as moved`
  await owner.unsafe(`
    create or replace function moment() returns timestamptz language sql stable as $$
      select now() + interval '${row!.moved}'
    $$`)
}

/**
 * Stops a database's clock until it is moved: what a test types is still right when it arrives. Stopped again, it has
 * moved on by as much as is given.
 */
export async function stopClock(owner: Pool, later = '0'): Promise<void> {
  const [row] = await owner<{ now: string }[]>`select (moment() + ${later}::interval)::text as now`
  await owner.unsafe(`
    create or replace function moment() returns timestamptz language sql stable as $$
      select timestamptz '${row!.now}'
    $$`)
}
