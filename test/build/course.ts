import { courseCategoryCalls } from '../../features/course/category/contract.ts'
import { courseCalls } from '../../features/course/contract.ts'
import type { World } from '../harness.ts'
import type { BuiltPortal } from './portal.ts'

let serial = 0

/** A playable video as a row without a file; returns its id. */
export async function aVideoRow(
  world: World,
  portal: BuiltPortal,
  input: { title?: string; durationSeconds?: number } = {},
): Promise<string> {
  const n = ++serial
  const [row] = await world.db`
    insert into resources ${world.db({
      projectId: portal.projectId,
      title: input.title ?? `视频${n}`,
      fileKey: `test/course-${n}.mp4`,
      mime: 'video/mp4',
      bytes: 1000,
      sha256: Buffer.alloc(32, n),
      durationSeconds: input.durationSeconds ?? 600,
    })} returning id`
  return row!.id as string
}

/** A course written as a manager does it; returns its id. */
export async function aSavedCourse(
  world: World,
  token: string,
  input: { name?: string; resourceIds: string[]; categoryId?: string },
): Promise<string> {
  const n = ++serial
  const { id } = await world.ask(
    courseCalls.save,
    {
      name: input.name ?? `课程${n}`,
      hoursTenths: 80,
      attribute: 'required',
      items: input.resourceIds.map((resourceId, i) => ({ resourceId, title: `第${i + 1}讲` })),
      ...(input.categoryId ? { categoryId: input.categoryId } : {}),
    },
    token,
  )
  return id
}

/** A folder of courses; returns its id. */
export async function aCourseCategory(
  world: World,
  token: string,
  input: { name: string; parentId?: string },
): Promise<string> {
  return (await world.ask(courseCategoryCalls.save, input, token)).id
}
