import * as contract from '@parley/contract/assessment.ts'
import * as ofMoments from '@parley/contract/moments.ts'
import { serve } from '#platform/http.ts'
import { answersOf, historyOf } from './answers.ts'
import { momentsOf, removeMoment, saveMoment } from './moments.ts'
import { rubricOf } from './rubrics.ts'
import { saveAnswer } from './saving.ts'

export const assessmentRoutes = [
  serve(contract.getAssessment, (ctx, { params }) => answersOf(ctx, params)),
  serve(contract.saveAnswer, (ctx, { params, body }) => saveAnswer(ctx, params, body)),
  serve(contract.assessmentHistory, (ctx, { params, query }) => historyOf(ctx, params, query.before)),
  serve(contract.getRubric, (ctx, { params }) => rubricOf(ctx, params.version)),
  serve(ofMoments.listMoments, (ctx, { params }) => momentsOf(ctx, params)),
  serve(ofMoments.saveMoment, (ctx, { params, body }) => saveMoment(ctx, params, body)),
  serve(ofMoments.removeMoment, (ctx, { params }) => removeMoment(ctx, params)),
]
