import { type Static, Type } from 'typebox'
import { call, Id, Moment, Named, Nullable, OneOf } from '../../contract/call.ts'
import { lifecycle } from '../../contract/lifecycle.ts'
import { refusals } from '../../contract/refusal.ts'
import { CertificateKind, SkillLevel } from './template/contract.ts'

export const certificateLifecycle = lifecycle({
  states: {
    valid: ['有效', 'Valid', { revoke: 'revoked', correct: 'superseded', expire: 'expired' }],
    revoked: ['已撤销', 'Revoked', { correct: 'superseded' }],
    superseded: ['已替换', 'Replaced'],
    expired: ['已过期', 'Expired'],
  },
  events: {
    revoke: ['撤销', 'revoke'],
    correct: ['替换', 'replace'],
    expire: ['过期', 'expire'],
  },
})

export const CertificateStatus = OneOf(['valid', 'revoked', 'superseded', 'expired'])

export const Certificate = Named('Certificate', {
  id: Id,
  number: Type.String(),
  kind: CertificateKind,
  /** What it is for: a class, a skill, or for a year the portal that asks for its hours. */
  className: Type.String(),
  /** Null for all but a skill. */
  level: Nullable(SkillLevel),
  year: Type.Integer(),
  /** Hours that the class or the year brought, in tenths; 0 for a skill that the office certified. */
  hoursTenths: Type.Integer(),
  /** Hours of the class that had been counted in others of the year before. */
  heldTenths: Type.Integer(),
  status: CertificateStatus,
  issuedAt: Moment,
  /** The day of the first issue, of one that replaced another. */
  firstIssued: Nullable(Type.String()),
  verifyCode: Type.String(),
  revokeReason: Nullable(Type.String()),
})
export type Certificate = Static<typeof Certificate>

/** Addresses of a certificate's files; they open where the learner is signed in, until the end of the next day. */
export const CertificateFiles = Named('CertificateFiles', {
  picture: Type.String({ description: 'PNG' }),
  pdf: Type.String(),
  /** Size of the page in millimetres. */
  width: Type.Number(),
  height: Type.Number(),
})
export type CertificateFiles = Static<typeof CertificateFiles>

export const MyCertificate = Named('MyCertificate', {
  ...Certificate.properties,
  /** Null for one that does not hold any more. */
  files: Nullable(CertificateFiles),
})
export type MyCertificate = Static<typeof MyCertificate>

export const certificateRefusals = refusals({
  notValid: {
    code: 409,
    zh: '这张证书已被撤销或替换，不能打印；请在证书列表查看最新的一张',
    en: 'This certificate was revoked or replaced; see the certificate list for the current one',
  },
  cannotPrint: {
    code: -1,
    zh: '证书上有暂时无法排印的字：{letters}。我们会补充字体，请联系客服',
    en: 'The certificate contains characters we cannot print yet: {letters}. Please contact support',
  },
})

const Mine = Type.Object({
  year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2100 })),
  enrolmentId: Type.Optional(Id),
})

export const certificateCalls = {
  getMyCertificate: call('/base/my-class-entity/get-my-certificate.action', {
    allow: 'learner',
    viewable: true,
    offline: true,
    input: Mine,
    output: Type.Object({ list: Type.Array(MyCertificate) }),
    summary: "The learner's certificates, newest first",
  }),
  printMyCertificate: call('/base/my-class-entity/print-my-certificate.action', {
    allow: 'learner',
    perMinute: 60,
    input: Type.Object({ id: Id }),
    output: Type.Object({ name: Type.String(), pdf: Type.String({ description: 'base64' }) }),
    summary: 'A certificate as PDF',
  }),
  printCertificate: call('/student-manage/print-certificate.action', {
    allow: '/student-manage/student',
    perMinute: 60,
    input: Type.Object({ id: Id }),
    output: Type.Object({ name: Type.String(), pdf: Type.String({ description: 'base64' }) }),
    summary: 'A valid certificate of a learner in scope as PDF; to look at, so it does not count as printed',
  }),
  getStudentSkillCertificate: call('/base/my-class-entity/get-student-skill-certificate.action', {
    allow: '/student-manage/student',
    input: Type.Object({ accountId: Id }),
    output: Type.Object({ list: Type.Array(Certificate) }),
    summary: 'The vocational skill certificates of a learner in scope, newest first; a stranger is 404',
  }),
  getMySkillCertificate: call('/api/get-my-skill-certificate.action', {
    allow: 'learner',
    viewable: true,
    aliases: ['/get-my-skill-certificate'],
    input: Type.Object({}),
    output: Type.Object({ list: Type.Array(MyCertificate) }),
    summary: "The learner's vocational skill certificates",
  }),
}
