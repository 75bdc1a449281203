import { byStaff, type Feature } from '../../server/feature.ts'
import { erasePartnerLinks } from './server/actions.ts'
import { partnerHandlers } from './server/calls.ts'

/** Partner platforms that hand their people over. */
export const partnerFeature: Feature = {
  group: 'noun',
  tables: {
    partner_accounts: { copy: 'Partner platforms', after: 'gone' },
    partner_links: { shared: 'of a person who has yet to sign in' },
    partner_nonces: { shared: 'of a hand-over that was accepted' },
    partners: { of: 'project', ...byStaff },
  },
  erase: erasePartnerLinks,
  handlers: [partnerHandlers],
  audit: {
    actions: {
      'partner.arrive': ['从合作平台登录', 'Signed in from a partner platform'],
      'partner.change': ['修改合作平台', 'Updated a partner platform'],
      'partner.create': ['添加合作平台', 'Added a partner platform'],
      'partner.disable': ['停用合作平台', 'Disabled a partner platform'],
      'partner.enable': ['启用合作平台', 'Enabled a partner platform'],
      'partner.link': ['关联合作平台账号', 'Linked a partner account'],
      'partner.rotateKey': ['更换合作平台密钥', 'Rotated a partner key'],
    },
    subjects: {
      partner: {
        words: ['合作平台', 'Partner platform'],
        name: (db, id) => db`select name from partners where id = ${id}`,
      },
    },
  },
}
