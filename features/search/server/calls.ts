import { handlers } from '../../../server/serve.ts'
import { soughtOf } from '../../student/manage/rules.ts'
import { searchCalls } from '../contract.ts'
import { findAll, findByNumber } from './data.ts'
import { countNumber } from './numbers.ts'

export const searchHandlers = handlers(searchCalls, {
  async find({ db, secrets, session, input }) {
    const keyword = input.keyword.trim()
    if (keyword === '') return []
    const what = soughtOf(keyword)
    if (what === 'name') return findAll(db, session, keyword)
    return countNumber(
      { db, session },
      () => db.begin((tx) => findByNumber(tx, secrets, session, what, keyword)),
      (found) => found.length > 0,
    )
  },
})
