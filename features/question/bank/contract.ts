import { type Static, Type } from 'typebox'
import { call, FreeText, Id, Keyword, Name, Nothing } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'

/** A bank with what is in it, counted. */
export const Bank = Type.Object({
  bankId: Id,
  name: Type.String(),
  remark: Type.String(),
  practice: Type.Boolean(),
  questions: Type.Integer(),
  /** Categories that its questions name, in their order. */
  categories: Type.Array(Type.String()),
})
export type Bank = Static<typeof Bank>

export const bankRefusals = refusals({
  nameTaken: { code: 409, zh: '已有同名的题库“{name}”', en: 'There is already a bank named “{name}”' },
  usedByPaper: {
    code: 409,
    zh: '试卷“{paper}”从这个题库抽题，请先修改试卷',
    en: 'The paper “{paper}” draws from this bank; change the paper first',
  },
})

const menu = '/resource-manage/add-question'

export const bankCalls = {
  query: call('/base/question-bank/query.action', {
    // Who writes the paper of a class picks from the banks.
    allow: [menu, '/train-manage/class'],
    input: Paging({ bankId: Type.Optional(Id), keyword: Type.Optional(Keyword(100)) }),
    output: PageOf(Bank),
    summary: 'Question banks with their size',
  }),
  save: call('/base/question-bank/save.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({
      bankId: Type.Optional(Id),
      name: Name(60),
      remark: Type.Optional(FreeText(500, 0)),
      practice: Type.Optional(Type.Boolean({ description: 'learners may practise on it and see its keys' })),
    }),
    output: Type.Object({ bankId: Id }),
    summary: 'Creates or changes a bank',
  }),
  delete: call('/base/question-bank/delete.action', {
    allow: `${menu}#delete`,
    wholeProject: true,
    input: Type.Object({ bankId: Id }),
    output: Nothing,
    summary: 'Deletes a bank and its questions, unless a paper draws from it',
  }),
}
