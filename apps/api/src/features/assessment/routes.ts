import * as contract from '@parley/contract/assessment/assessment.ts'
import * as ofMoments from '@parley/contract/assessment/moments.ts'
import { serve } from '#platform/http/http.ts'
import { answersOf, historyOf } from './answers.ts'
import { momentsOf, removeMoment, saveMoment } from './moments.ts'
import * as progress from '@parley/contract/assessment/progress.ts'
import { aggregatesOf, ownScores } from './progress-aggregates.ts'
import { progressOf } from './progress.ts'
import { reportOf, sendReport } from './report/report.ts'
import { rubricOf } from './rubrics.ts'
import { saveAnswer } from './saving.ts'

export const assessmentRoutes = [
  serve(contract.getAssessment, (ctx, { params }) => answersOf(ctx, params)),
  serve(contract.saveAnswer, (ctx, { params, body }) => saveAnswer(ctx, params, body)),
  serve(contract.assessmentHistory, (ctx, { params, query }) => historyOf(ctx, params, query.before)),
  serve(progress.getProgress, (ctx, { params }) => progressOf(ctx, params.userId)),
  serve(progress.progressReport, (ctx, { params }) => reportOf(ctx, params.userId)),
  serve(progress.sendReport, (ctx, { params }) => sendReport(ctx, params.userId)),
  serve(progress.getAggregates, (ctx, { query }) => aggregatesOf(ctx, query)),
  serve(progress.ownScores, (ctx) => ownScores(ctx)),
  serve(contract.getRubric, (ctx, { params }) => rubricOf(ctx, params.version)),
  serve(ofMoments.listMoments, (ctx, { params }) => momentsOf(ctx, params)),
  serve(ofMoments.saveMoment, (ctx, { params, body }) => saveMoment(ctx, params, body)),
  serve(ofMoments.removeMoment, (ctx, { params }) => removeMoment(ctx, params)),
]
