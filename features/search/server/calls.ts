import { handlers } from '../../../server/serve.ts'
import { consumeAttempt } from '../../rateLimit/server/actions.ts'
import { soughtOf } from '../../student/manage/rules.ts'
import { searchCalls, searchRefusals } from '../contract.ts'
import { findAll, findByNumber } from './data.ts'

export const searchHandlers = handlers(searchCalls, {
  async find({ db, secrets, session, input }) {
    const keyword = input.keyword.trim()
    if (keyword === '') return []
    const what = soughtOf(keyword)
    if (what === 'name') return findAll(db, session, keyword)
    await consumeAttempt(db, 'numberSearch', session.accountId, searchRefusals.tooManyNumbers)
    return db.begin((tx) => findByNumber(tx, secrets, session, what, keyword))
  },
})
