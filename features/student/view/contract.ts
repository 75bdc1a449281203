import { type Static, Type } from 'typebox'
import { call, Id, Nullable, FreeText } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'

export const viewRefusals = refusals({
  closed: {
    code: 409,
    zh: '这个账号已停用，学员本人也不能登录，没有可查看的页面',
    en: 'This account is disabled; the learner cannot sign in either, so there are no pages to view',
  },
  notViewing: {
    code: 409,
    zh: '现在不是学员视角查看',
    en: 'This is not a view-as session',
  },
})

/** One view-as session of staff, as shown to the learner. */
export const Viewing = Type.Object({
  id: Type.String(),
  viewerName: Type.String(),
  reason: Type.String(),
  at: Type.String(),
  /** Null when it was left to lapse. */
  endedAt: Nullable(Type.String()),
})
export type Viewing = Static<typeof Viewing>

export const viewCalls = {
  viewAsLearner: call('/student-manage/view-as-learner.action', {
    allow: '/student-manage/student#viewAs',
    perMinute: 20,
    input: Type.Object({
      accountId: Id,
      /** The learner reads it. */
      reason: FreeText(200, 4),
    }),
    output: Type.Object({
      token: Type.String(),
      /** Time at which it ends by itself. */
      until: Type.String(),
      name: Type.String(),
    }),
    summary: 'A session of a quarter of an hour that reads a learner’s own pages and changes nothing',
  }),
  endView: call('/student-manage/end-view.action', {
    allow: 'learner',
    viewable: true,
    input: Type.Object({}),
    output: Type.Null(),
    summary: 'Ends a look at a learner’s pages, by the token of that look',
  }),
  findMyViewList: call('/student-manage/find-my-view-list.action', {
    allow: 'learner',
    viewable: true,
    input: Paging({}),
    output: PageOf(Viewing),
    summary: 'Who of the staff looked at one’s pages, when and why, the last first',
  }),
}
