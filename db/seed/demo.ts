import type { AppContext } from '../../server/appContext.ts'
import { seedBanners } from './banners.ts'
import { seedCaptures } from './captures.ts'
import { seedCertificates } from './certificates.ts'
import { seedExams } from './exams.ts'
import { seedFaces } from './faces.ts'
import { seedGroups } from './groups.ts'
import { seedImports } from './imports.ts'
import { seedInvoices } from './invoices.ts'
import { seedLibrary } from './library.ts'
import { seedLives } from './lives.ts'
import { seedNotices } from './notices.ts'
import { seedPeople } from './people.ts'
import { seedPlans } from './plans.ts'
import { seedPortal } from './portal.ts'
import { seedPushes } from './pushes.ts'
import { seedScores } from './scores.ts'
import { seedService } from './service.ts'
import { seedSignUps } from './signUps.ts'
import { seedStudies } from './studies.ts'
import { seedTrade } from './trade.ts'
import { seedTransfers } from './transfers.ts'
import { seedWechat } from './wechat.ts'

/**
 * Fills an empty database with the demo portal, completely or not at all; then some of its learners study, and its staff
 * import three files, move learners between classes and push results. Returns whether it did: a database that holds a
 * project is left as it is.
 */
export async function seedDemo(app: AppContext): Promise<boolean> {
  const portal = await app.db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(74106)`
    const [known] = await tx`select 1 from projects limit 1`
    if (known) return null
    const portal = await seedPortal(tx)
    await seedWechat(tx, app, portal)
    const library = await seedLibrary(tx, app, portal)
    await seedExams(tx, portal, library)
    const accountIds = await seedPeople(tx, app, portal)
    await seedBanners(tx, app, portal)
    await seedLives(tx, app, portal, library, accountIds)
    await seedCaptures(tx, app, portal, accountIds)
    await seedPlans(tx, portal, library)
    await seedNotices(tx, portal, library)
    await seedService(tx, app, portal, accountIds)
    await seedFaces(tx, app, portal, accountIds)
    await seedTrade(tx, app, portal, accountIds)
    await seedGroups(tx, app, portal)
    await seedSignUps(tx, app, portal, accountIds)
    await seedScores(tx, app, portal, accountIds)
    await seedInvoices(tx, app, portal, accountIds)
    await seedCertificates(tx, app, portal, accountIds)
    return { ...portal, accountIds }
  })
  if (portal) {
    // Before the transfers, which a portal that runs already carries out at once: who is moved studies there no more.
    await seedStudies(app, portal, portal.accountIds)
    await seedImports(app, portal)
    await seedTransfers(app, portal)
    await seedPushes(app, portal)
  }
  return portal !== null
}
