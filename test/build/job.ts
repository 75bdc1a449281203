import { allJobs } from '../../app/features.ts'
import { enqueue } from '../../server/jobs.ts'
import type { World } from '../harness.ts'

/** Runs a job of a type now, and whatever else is due. */
export async function runJob(world: World, type: string, input: object = {}): Promise<void> {
  const { lane } = allJobs.find((handler) => handler.type === type)!
  await enqueue(world.db, { type, lane, input })
  await world.portal.drainJobs()
}
