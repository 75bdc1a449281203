import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { certificateHandlers } from './server/calls.ts'
import { certificateFileRoutes, checkRoutes } from './server/routes.ts'
import { templateHandlers } from './template/server/calls.ts'
import { certificateLifecycle } from './contract.ts'
import { templateEdits } from './template/server/edits.ts'
import { reissuing, revoking } from './register/server/batches.ts'
import { registerHandlers } from './register/server/calls.ts'
import { registerExportList } from './register/server/exports.ts'
import { settleYears } from './server/actions.ts'
import { withdrawalKinds } from './signature/rules.ts'
import { certificateIssued } from './server/messages.ts'

/** Certificates: templates, issue, printing and the public check. */
export const certificateFeature: Feature = {
  group: 'noun',
  tables: {
    certificates: { copy: 'Certificates', after: 'anyone may check one for as long as it is shown' },
    certificate_keys: { shared: 'sign what the codes of certificates say' },
    certificate_serials: { shared: 'counts the certificates of learners' },
    certificate_templates: { of: 'project' },
  },
  on: { earned: settleYears },
  messages: [certificateIssued],
  handlers: [templateHandlers, certificateHandlers, registerHandlers],
  batches: [revoking, reissuing],
  exports: registerExportList,
  routes: [checkRoutes, certificateFileRoutes],
  audit: {
    actions: {
      'certificate.correct': ['以新证书替换证书', 'Replaced a certificate by a new one'],
      'certificate.issue': ['颁发证书', 'Issued a certificate'],
      'certificate.revoke': ['撤销证书', 'Revoked a certificate'],
      'certificateKey.withdraw': ['吊销签名密钥', 'Withdrew a signing key'],
      'certificateTemplate.active': ['启用证书模板', 'Enabled a certificate template'],
      'certificateTemplate.change': ['修改证书模板', 'Updated a certificate template'],
      'certificateTemplate.create': ['新建证书模板', 'Created a certificate template'],
      'certificateTemplate.deleted': ['删除证书模板', 'Deleted a certificate template'],
      'certificateTemplate.disabled': ['停用证书模板', 'Disabled a certificate template'],
    },
    fields: {
      certificate: { status: statusField(certificateLifecycle) },
      certificateKey: {
        withdrawnFor: { zh: '原因类别', en: 'Kind of reason', values: withdrawalKinds },
        signing: { zh: '现用密钥', en: 'Key that signs now' },
      },
      certificateTemplate: templateEdits.fields,
    },
    subjects: {
      certificate: {
        words: ['证书', 'Certificate'],
        name: (db, id) => db`select number from certificates where id = ${id}`,
      },
      certificateKey: {
        words: ['签名密钥', 'Signing key'],
        name: (db, _id, no) => db`select ${no}`,
      },
      certificateTemplate: {
        words: ['证书模板', 'Certificate template'],
        name: (db, id) => db`select name from certificate_templates where id = ${id}`,
      },
    },
  },
}
