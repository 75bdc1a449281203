import { type Static, Type } from 'typebox'
import { call, Moment, Name, Nullable, OneOf } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { textKinds } from '../contract.ts'
import { editedTexts } from './rules.ts'

export const textRefusals = /* @__PURE__ */ refusals({
  empty: { code: 422, zh: '内容不能为空', en: 'The content is required' },
})

/** A text as it is stored; version 0 where none was written. */
export const StoredText = Type.Object({
  kind: OneOf(textKinds),
  version: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  active: Type.Boolean(),
  createdAt: Nullable(Moment),
  actorName: Nullable(Type.String()),
})
export type StoredText = Static<typeof StoredText>

/** An agreement's version with how many agreed to it. */
export const TextVersion = Type.Object({ ...StoredText.properties, agreed: Type.Integer() })
export type TextVersion = Static<typeof TextVersion>

const html = Type.String({ maxLength: 100_000 })
const version = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'the version that was read' })
const Saved = Type.Object({ version: Type.Integer() })
const allow = '/project-manage/setting'

export const textCalls = {
  findPopup: call('/base/project-popup/find.action', {
    allow: 'signed-in',
    viewable: true,
    input: Type.Object({}),
    output: StoredText,
    summary: 'The popup as it is now; the portal shows an active one once to each learner',
  }),
  savePopup: call('/base/project-popup/save.action', {
    allow,
    wholeProject: true,
    input: Type.Object({
      title: Name(60, 0),
      content: html,
      active: Type.Boolean(),
      version,
    }),
    output: Saved,
    summary: 'Writes a new version of the popup; anyone who saw the last one sees this one as well',
  }),
  findRefundOrderText: call('/base/project-refund-order-text/find.action', {
    allow: 'signed-in',
    viewable: true,
    input: Type.Object({}),
    output: StoredText,
    summary: 'The text shown to anyone who requests a refund',
  }),
  saveRefundOrderText: call('/base/project-refund-order-text/save.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ content: html, version }),
    output: Saved,
    summary: 'Saves the text shown to anyone who requests a refund',
  }),
  findText: call('/base/project/find-text.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ kind: OneOf(editedTexts) }),
    output: Type.Object({ text: StoredText, versions: Type.Array(TextVersion) }),
    summary: 'The agreement or the about text, with every version and how many agreed to it',
  }),
  saveText: call('/base/project/save-text.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ kind: OneOf(editedTexts), content: html, version }),
    output: Saved,
    summary: 'Saves a new version of the agreement or of the about text',
  }),
}
