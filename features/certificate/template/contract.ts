import { type Static, Type } from 'typebox'
import { call, Id, Moment, Name, Named, Nothing, OneOf, Text } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { Revision } from '../../../contract/revision.ts'

/** Millimetres from the page's upper left corner. */
const Place = { x: Type.Number({ minimum: 0, maximum: 500 }), y: Type.Number({ minimum: 0, maximum: 500 }) }
const Length = Type.Number({ minimum: 1, maximum: 500 })
const Color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })

export const DesignElement = Type.Union([
  Named('CertificateText', {
    kind: Type.Literal('text'),
    ...Place,
    width: Length,
    /** Points. */
    size: Type.Number({ minimum: 5, maximum: 96 }),
    align: OneOf(['left', 'center', 'right']),
    font: OneOf(['sans', 'serif']),
    color: Color,
    /** `{realName}`, `{className}` … stand for the holder's values; see `certificateFields`. */
    text: Type.String({ maxLength: 1000 }),
  }),
  Type.Object({ kind: Type.Literal('qr'), ...Place, size: Length }),
  Type.Object({
    kind: Type.Literal('seal'),
    ...Place,
    size: Length,
    color: Color,
    text: Type.String({ maxLength: 40 }),
  }),
])
export type DesignElement = Static<typeof DesignElement>

export const Design = Type.Object({
  width: Type.Number({ minimum: 50, maximum: 500 }),
  height: Type.Number({ minimum: 50, maximum: 500 }),
  /** Frame and rings in this colour; the paper stays white for printers. */
  accent: Color,
  elements: Type.Array(DesignElement, { maxItems: 60 }),
})
export type Design = Static<typeof Design>

/** A text of a design as it was printed: `scale` is 1 at its own size; at the smallest it may still not fit. */
const PrintedText = Named('PrintedText', {
  /** Index of its element in the design. */
  element: Type.Integer(),
  scale: Type.Number(),
  fits: Type.Boolean(),
})
export type PrintedText = Static<typeof PrintedText>

const TemplateStatus = OneOf(['active', 'disabled', 'deleted'])
/** Kinds of certificates: of a passed class, of a year whose asked hours are met, of a skill. */
export const certificateKinds = ['class', 'year', 'skill'] as const
export const CertificateKind = OneOf(certificateKinds)
export type CertificateKind = Static<typeof CertificateKind>

/** Levels of a skill as the state counts them: 5 is the first, 1 the highest. */
export const skillLevels = ['5', '4', '3', '2', '1'] as const
export const SkillLevel = OneOf(skillLevels)
export type SkillLevel = Static<typeof SkillLevel>

export const Template = Named('CertificateTemplate', {
  id: Id,
  name: Type.String(),
  kind: CertificateKind,
  design: Design,
  numbering: Type.String(),
  version: Type.Integer(),
  /** Its version: each save makes one. */
  revision: Revision,
  status: TemplateStatus,
  classes: Type.Integer(),
  createdAt: Moment,
})
export type Template = Static<typeof Template>

export const templateRefusals = refusals({
  inUse: {
    code: 409,
    zh: '有 {count} 个班级正在使用这个模板，请先为它们换用其他模板',
    en: '{count} {count|class uses|classes use} this template; switch them to another template first',
  },
  numbering: {
    code: 422,
    zh: '编号规则须包含 {year} 和 {serial}',
    en: 'the numbering must contain {year} and {serial}',
  },
})

const menu = '/resource-manage/certificate'

export const templateCalls = {
  query: call('/base/certificate/query.action', {
    // Who issues certificates of skills picks one.
    allow: [menu, '/train-manage/class', '/student-manage/student#certificate'],
    input: Paging(
      {
        id: Type.Optional(Id),
        name: Type.Optional(Name(100, 0)),
        kind: Type.Optional(Type.Array(CertificateKind, { minItems: 1, maxItems: 3 })),
        status: Type.Optional(TemplateStatus),
        /** Created since then, and before that. */
        createdFrom: Type.Optional(Moment),
        createdTo: Type.Optional(Moment),
      },
      { sort: ['name', 'version', 'classes', 'status', 'createdAt'] },
    ),
    output: PageOf(Template),
    summary: 'Certificate templates',
  }),
  find: call('/base/certificate/find.action', {
    allow: menu,
    input: Type.Object({ id: Id }),
    output: Template,
    summary: 'One certificate template',
  }),
  preview: call('/base/certificate/preview.action', {
    allow: menu,
    perMinute: 120,
    input: Type.Object({ design: Design }),
    output: Type.Object({
      pdf: Type.String({ description: 'base64' }),
      /** Texts that had to be set smaller than four fifths of their size, or do not fit. */
      tight: Type.Array(PrintedText),
    }),
    summary: 'A design printed with the longest names of the project, and which texts these make too long',
  }),
  disabled: call('/base/certificate/disabled.action', {
    allow: `${menu}#disable`,
    wholeProject: true,
    input: Type.Object({ id: Id, disabled: Type.Boolean() }),
    output: Nothing,
    summary: 'Takes a template out of use, or back',
  }),
  delete: call('/base/certificate/delete.action', {
    allow: `${menu}#delete`,
    wholeProject: true,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Deletes a template no class uses',
  }),
  save: call('/base/certificate/save.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({
      id: Type.Optional(Id),
      revision: Type.Optional(Revision),
      name: Name(100),
      kind: CertificateKind,
      design: Design,
      numbering: Text(60),
    }),
    output: Type.Object({ id: Id }),
    summary: 'Creates or changes a template; certificates already issued keep theirs',
  }),
}
