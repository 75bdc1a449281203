import { type Static, Type } from 'typebox'
import { call, FreeText, Id, Keyword, Moment, Named, Nullable, Year } from '../../../contract/call.ts'
import { exportOf } from '../../../contract/exporting.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { BatchResult, Ids, Selection } from '../../../contract/selection.ts'
import { CertificateStatus } from '../contract.ts'
import { CertificateKind, SkillLevel } from '../template/contract.ts'

/** A certificate in the office's register. */
export const RegisteredCertificate = Named('RegisteredCertificate', {
  id: Id,
  number: Type.String(),
  kind: CertificateKind,
  /** Name of the class or the skill, or for a year of the portal that asks for its hours. */
  className: Type.String(),
  level: Nullable(SkillLevel),
  year: Type.Integer(),
  /** Hours it shows, in tenths. */
  hoursTenths: Type.Integer(),
  accountId: Id,
  realName: Type.String(),
  cardMask: Type.String(),
  unitName: Type.String(),
  status: CertificateStatus,
  revokeReason: Nullable(Type.String()),
  /** The number of the one it replaced, and of the one that replaced it. */
  replaces: Nullable(Type.String()),
  replacedBy: Nullable(Type.String()),
  verifyCode: Type.String(),
  printCount: Type.Integer(),
  issuedAt: Moment,
})
export type RegisteredCertificate = Static<typeof RegisteredCertificate>

const page = '/student-manage/student'

const find = call('/base/certificate/find-register.action', {
  allow: page,
  input: Paging(
    {
      /** A holder's name or part of one, or a complete number of a certificate. */
      keyword: Type.Optional(Keyword(60)),
      kind: Type.Optional(Type.Array(CertificateKind, { minItems: 1, maxItems: 3 })),
      status: Type.Optional(Type.Array(CertificateStatus, { minItems: 1, maxItems: 3 })),
      year: Type.Optional(Year),
      /** Class type of the class it was issued for. */
      classType: Type.Optional(Type.String({ maxLength: 40 })),
      /** A unit with everything below it. */
      unitId: Type.Optional(Id),
      /** Those of its class, of the people on the roster of a unit class. */
      unitClassId: Type.Optional(Id),
      /** These alone. */
      ids: Type.Optional(Ids),
      /** All but these. */
      except: Type.Optional(Ids),
      /** Issued since then, and before that. */
      issuedFrom: Type.Optional(Moment),
      issuedTo: Type.Optional(Moment),
    },
    { sort: ['number', 'year', 'hoursTenths', 'status', 'printCount', 'issuedAt'] },
  ),
  output: PageOf(RegisteredCertificate),
  summary: 'Certificates of learners in scope, the last first',
})

const withReason = { ...Selection(find), reason: FreeText(200, 2) }

export const registerCalls = {
  find,
  revoke: call('/base/certificate/revoke.action', {
    allow: `${page}#certificate`,
    wholeProject: true,
    input: Type.Object(withReason),
    output: BatchResult,
    summary: 'Revokes certificates for a reason that anyone who checks them reads',
  }),
  reissue: call('/base/certificate/reissue.action', {
    allow: `${page}#certificate`,
    wholeProject: true,
    input: Type.Object(withReason),
    output: BatchResult,
    summary:
      'Issues certificates again under new numbers, in the names the profiles have by now; the old ones name their successors. A revoked one comes back so where its right still holds',
  }),
}

export const registerExports = {
  exportRegister: exportOf(find, '/base/certificate/export-register.action', {
    title: { zh: '证书登记册', en: 'Certificate register' },
    numbers: ['card'],
  }),
  printPdf: exportOf(find, '/base/certificate/print-pdf.action', {
    title: { zh: '证书', en: 'Certificates' },
    name: 'PrintedCertificates',
  }),
  printZip: exportOf(find, '/base/certificate/print-zip.action', {
    title: { zh: '证书（每张一个文件）', en: 'Certificates (a file each)' },
    name: 'PrintedCertificates',
  }),
}
