import { allJobs } from '../../app/features.ts'
import { enqueue, type Job } from '../../server/jobs.ts'
import type { World } from '../harness.ts'

/** Runs a job of a type now, and whatever else is due. */
export async function runJob(world: World, type: string, input: object = {}): Promise<void> {
  const { lane } = allJobs.find((handler) => handler.type === type)!
  await enqueue(world.db, { type, lane, input })
  await world.portal.drainJobs()
}

/** A claimed job, for handlers that a test runs itself; nobody stops it by default. */
export const aJob = (input: Partial<Job> = {}): Job => ({
  id: 'test',
  input: {},
  projectId: null,
  operatorId: null,
  checkpoint: null,
  signal: new AbortController().signal,
  progress: async () => {},
  ...input,
})

/** Keeps the product's own workers from a recurring job, as another process does that runs it for an hour. */
export async function runElsewhere(
  world: World,
  { type, lane }: Pick<(typeof allJobs)[number], 'type' | 'lane'>,
) {
  await world.db`
    insert into jobs (type, lane, status, lease_until)
    values (${type}, ${lane}, 'running', moment() + interval '1 hour')`
}
