import type { EditedNoun } from '../../../server/revision.ts'

/** Fields of a notice that an edit may have changed. */
export const noticeEdits: EditedNoun = {
  subjectKind: 'notice',
  fields: {
    title: { zh: '标题', en: 'Title' },
    content: { zh: '内容', en: 'Content', as: 'long' },
    pinned: { zh: '置顶', en: 'Pinned' },
    startsAt: { zh: '开始时间', en: 'Starts', as: 'moment' },
    endsAt: { zh: '结束时间', en: 'Ends', as: 'moment' },
    personnelCategories: { zh: '适合人员', en: 'Intended for' },
    regions: { zh: '适用地区', en: 'Intended regions', as: 'long' },
    unitIds: { zh: '适用单位', en: 'Intended units', as: 'long' },
  },
}
