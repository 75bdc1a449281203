import { type Static, Type } from 'typebox'
import { call, OneOf } from '../../contract/call.ts'
import { laneNames } from '../../contract/lanes.ts'

/** A lane whose oldest due job has waited longer than it may. */
export const StuckLane = Type.Object({
  lane: OneOf(laneNames),
  waitingSeconds: Type.Integer(),
})
export type StuckLane = Static<typeof StuckLane>

export const taskCalls = {
  findStuckLanes: call('/base/task/find-stuck-lanes.action', {
    allow: ['/student-manage/student#import', '/resource-manage/add-question', '/resource-manage/video'],
    input: Type.Object({}),
    output: Type.Array(StuckLane),
    summary: 'Lanes of background work that do not move, with the seconds their oldest job has waited',
  }),
}
