import { type Static, Type } from 'typebox'
import { call, Id, Moment, Named, Normalized, Nullable, OneOf, PersonName } from '../../contract/call.ts'
import { lifecycle } from '../../contract/lifecycle.ts'
import { refusals } from '../../contract/refusal.ts'
import { CertificateKind, SkillLevel } from './template/contract.ts'

export const certificateLifecycle = lifecycle({
  states: {
    valid: ['有效', 'Valid', { revoke: 'revoked', correct: 'superseded' }],
    revoked: ['已撤销', 'Revoked', { correct: 'superseded' }],
    superseded: ['已替换', 'Replaced'],
  },
  events: {
    revoke: ['撤销', 'revoke'],
    correct: ['替换', 'replace'],
  },
})

export const CertificateStatus = OneOf(['valid', 'revoked', 'superseded'])

/** Tone in which a status is shown. A replaced one is no forgery: another is valid in its place. */
export const toneOf = (status: Static<typeof CertificateStatus>) =>
  status === 'valid' ? 'good' : status === 'superseded' ? 'warn' : 'bad'

export const Certificate = Named('Certificate', {
  id: Id,
  number: Type.String(),
  kind: CertificateKind,
  /** Name of the class or the skill, or for a year of the portal that asks for its hours. */
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
  /** Reason of an office that revoked it; null where the right went by itself, whose reasons are the office's own. */
  revokeReason: Nullable(Type.String()),
  /** The certificate that was issued in its place, by a correction or a new name. */
  replacedBy: Nullable(Type.Object({ id: Id, number: Type.String() })),
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
  hoursMissing: {
    code: 409,
    zh: '{year} 年度的学时还没有达到要求，或项目没有启用年度证书模板',
    en: 'The required hours of {year} are not met, or the project has no annual certificate template in use',
  },
  yearRevoked: {
    code: 409,
    zh: '{year} 年度的证书已由管理员撤销；如需恢复，请在“学员与证书”中换发那一张',
    en: 'The certificate of {year} was revoked by the office; to restore it, reissue it in the list of certificates',
  },
  rightGone: {
    code: 409,
    zh: '颁发它的条件已不满足，或已有一张有效的证书',
    en: 'What it was issued for no longer holds, or there is a valid certificate already',
  },
  sameSkill: {
    code: 409,
    zh: '这名学员已有这个职业和等级的有效证书',
    en: 'The learner already has a valid certificate for this skill and level',
  },
  nobody: {
    code: 409,
    zh: '学员还没有填写姓名和证件号，不能颁发证书',
    en: 'The learner has not given a name and ID number yet, so no certificate can be issued',
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
  lookUpSkill: call('/api/certificate/look-up-skill.action', {
    allow: 'public',
    perMinute: 30,
    input: Type.Object({
      realName: PersonName,
      /** The number of a certificate, or an ID number in full. */
      number: Normalized('code', 60, 4),
      captchaVO: Type.Optional(
        Type.Object({ captchaVerification: Type.Optional(Type.String({ maxLength: 2000 })) }),
      ),
      /** A stranger’s project is that of the unit. */
      unitId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    output: Type.Object({
      list: Type.Array(
        Named('FoundSkill', {
          number: Type.String(),
          title: Type.String(),
          level: Nullable(SkillLevel),
          status: CertificateStatus,
          issuedDate: Type.String(),
          verifyCode: Type.String(),
        }),
      ),
    }),
    summary:
      'Skill certificates by name and number, after a captcha; a person without any and a person unknown are answered alike',
  }),
}
