import { type Static, Type } from 'typebox'
import { call, Moment, Name, Named, Nothing, Nullable, OneOf } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { textKinds } from '../contract.ts'
import { editedTexts } from './rules.ts'

export const textRefusals = /* @__PURE__ */ refusals({
  empty: { code: 422, zh: '内容不能为空', en: 'The content is required' },
})

/** A text as it is stored; version 0 where none was written. */
export const StoredText = Named('StoredText', {
  kind: OneOf(textKinds),
  version: Type.Integer(),
  title: Type.String(),
  content: Type.String(),
  active: Type.Boolean(),
  /** The period of a popup, the end excluded; either end may be open. */
  startsAt: Nullable(Moment),
  endsAt: Nullable(Moment),
  /** An agreement that learners accept at their next sign-in, whichever they accepted before. */
  required: Type.Boolean(),
  createdAt: Nullable(Moment),
  actorName: Nullable(Type.String()),
})
export type StoredText = Static<typeof StoredText>

/** An agreement's version with how many agreed to it. */
export const TextVersion = Type.Object({ ...StoredText.properties, agreed: Type.Integer() })
export type TextVersion = Static<typeof TextVersion>

/** The popup as the portal shows it. */
const ShownPopup = Type.Object({ version: Type.Integer(), title: Type.String(), content: Type.String() })

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
    summary: 'The popup as it was written last, whether or not it is shown',
  }),
  findShownPopup: call('/base/project-popup/find-shown.action', {
    allow: 'public',
    viewable: true,
    perMinute: 6000,
    /** A stranger’s project is that of the unit. */
    input: Type.Object({ unitId: Type.Optional(Type.String({ maxLength: 64 })) }),
    output: Nullable(ShownPopup),
    summary:
      'The popup that the caller is to be shown now: null for staff, and for a learner who has closed it',
  }),
  seePopup: call('/base/project-popup/see.action', {
    allow: 'learner',
    input: Type.Object({ version }),
    output: Nothing,
    summary: 'Records that the learner closed a version of the popup, which no device shows them again',
  }),
  savePopup: call('/base/project-popup/save.action', {
    allow,
    wholeProject: true,
    input: Type.Object({
      title: Name(60, 0),
      content: html,
      active: Type.Boolean(),
      startsAt: Type.Optional(Nullable(Moment)),
      endsAt: Type.Optional(Nullable(Moment)),
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
    output: Type.Object({
      text: StoredText,
      versions: Type.Array(TextVersion),
      /** Active learners, and those of them who accepted the newest version. */
      learners: Type.Integer(),
      accepted: Type.Integer(),
    }),
    summary:
      'The agreement or the about text, with every version, how many agreed to each, and the share of the newest',
  }),
  saveText: call('/base/project/save-text.action', {
    allow,
    wholeProject: true,
    input: Type.Object({
      kind: OneOf(editedTexts),
      content: html,
      /** Learners accept this version of the agreement at their next sign-in. */
      required: Type.Optional(Type.Boolean()),
      version,
    }),
    output: Saved,
    summary: 'Saves a new version of the agreement or of the about text',
  }),
}
