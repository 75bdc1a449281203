import type { Bilingual } from '../../../../contract/refusal.ts'
import type { EditedNoun } from '../../../../server/revision.ts'
import type { TextKind } from '../../contract.ts'

/** Names of a project’s texts, in the sentence that refuses a stale edit. */
export const textNames: Readonly<Record<TextKind, Bilingual>> = {
  popup: { zh: '弹窗公告', en: 'Popup' },
  agreement: { zh: '用户协议', en: 'User agreement' },
  aboutUs: { zh: '关于我们', en: 'About us' },
  refundOrder: { zh: '退款说明', en: 'About refunds' },
}

/** Changes a new version of a text may have made. */
export const textEdits = (kind: TextKind): EditedNoun => ({
  subjectKind: 'project',
  actions: [`project.${kind}`],
  fields: {
    startsAt: { zh: '开始时间', en: 'Starts', as: 'moment' },
    endsAt: { zh: '结束时间', en: 'Ends', as: 'moment' },
    required: { zh: '登录时须重新同意', en: 'Accepted at the next sign-in' },
    active: { zh: '向学员显示', en: 'Shown to learners' },
    title: { zh: '标题', en: 'Title' },
    content: { zh: '内容', en: 'Text', as: 'long' },
  },
})
