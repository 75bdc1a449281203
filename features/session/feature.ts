import type { Feature } from '../../server/feature.ts'
import { codeHandlers } from './code/server/calls.ts'
import { codeMessage } from './code/server/messages.ts'
import { outboxRoutes } from './code/server/routes.ts'
import { credentialHandlers } from './credential/server/calls.ts'
import { factorHandlers } from './factor/server/calls.ts'
import { factorRemoved } from './factor/server/messages.ts'
import { roleSwitchHandlers } from './role/server/calls.ts'
import { moveSessions } from './server/actions.ts'
import { sessionHandlers } from './server/calls.ts'
import { eraseSessions } from './server/erase.ts'
import { sweepSessions } from './server/jobs.ts'

/** Signing in and out, tokens, second factors, codes, switching. */
export const sessionFeature: Feature = {
  group: 'noun',
  tables: {
    account_links: { copy: 'Linked accounts', after: 'gone' },
    message_codes: { shared: 'each is of a mobile number, in no account yet' },
    recovery_codes: { hidden: 'hashes, of which nobody can read anything', after: 'gone' },
    second_factors: { copy: 'Second factor', after: 'gone' },
    session_tickets: { hidden: 'good for seconds', after: 'gone' },
    sessions: { copy: 'Sign-ins', after: 'gone' },
  },
  erase: eraseSessions,
  move: moveSessions,
  handlers: [sessionHandlers, roleSwitchHandlers, factorHandlers, codeHandlers, credentialHandlers],
  routes: [outboxRoutes],
  jobs: [sweepSessions],
  messages: [codeMessage, factorRemoved],
  audit: {
    actions: {
      'session.changeRole': ['切换角色', 'Switched role'],
      'session.open': ['登录', 'Signed in'],
      'session.proveFactor': ['通过两步验证', 'Passed two-step verification'],
      'session.switchAccount': ['切换账号', 'Switched account'],
    },
  },
}
