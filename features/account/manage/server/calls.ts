import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { handlers } from '../../../../server/serve.ts'
import type { Session } from '../../../../server/session.ts'
import { manageCalls } from '../contract.ts'
import {
  deleteAccount,
  endSessions,
  resetAccountPassword,
  saveAccount,
  setDisabled,
  unbindWechat,
  unlockAccount,
} from './actions.ts'
import { pageAccounts } from './data.ts'

/** Provider staff who see the whole project and hold the page of all accounts. */
const seesEveryone = ({ roleSystem, scope, menus }: Session) =>
  roleSystem === 1 && scope.unitPath === null && menus.has('/super-account/index')

export const manageHandlers = handlers(manageCalls, {
  addAccount: ({ db, secrets, session, input }) => saveAccount(db, secrets, session, input),
  disableAccount: ({ db, session, input }) =>
    db.begin((tx) => setDisabled(tx, session, input.accountId, input.disabled ?? true)),
  deleteAccount: ({ db, session, input }) => db.begin((tx) => deleteAccount(tx, session, input.accountId)),
  unbindOpenId: ({ db, session, input }) => db.begin((tx) => unbindWechat(tx, session, input.accountId)),
  resetPassword: ({ db, session, input }) => resetAccountPassword(db, session, input.accountId),
  queryAccountList({ db, secrets, session, input }) {
    const isMissing = input.everyone
      ? !seesEveryone(session)
      : !session.menus.has('/account-manage/administrator-list')
    if (isMissing) refuse(commonRefusals.notAllowed)
    return pageAccounts(db, secrets, session, input)
  },
  endSessions({ db, session, input }) {
    if (!seesEveryone(session)) refuse(commonRefusals.notAllowed)
    return db.begin((tx) => endSessions(tx, session, input.accountId))
  },
  unlockAccount({ db, session, input }) {
    if (!seesEveryone(session)) refuse(commonRefusals.notAllowed)
    return db.begin((tx) => unlockAccount(tx, session, input.accountId))
  },
})
