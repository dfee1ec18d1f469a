/** A chat app as Dify exports it: a message is told apart, an order is read from it, a service is asked, a model answers. */
export const difyRefund = `
app:
  description: Refunds orders in the chat
  icon: 🤖
  icon_background: '#FFEAD5'
  mode: advanced-chat
  name: Refund desk
  use_icon_as_answer_icon: false
dependencies: []
kind: app
version: 0.1.5
workflow:
  conversation_variables: []
  environment_variables: []
  features:
    file_upload:
      enabled: false
    opening_statement: ''
    retriever_resource:
      enabled: true
    suggested_questions: []
  graph:
    edges:
    - {id: start-classifier, type: custom, source: '1720000000001', sourceHandle: source, target: '1720000000002', targetHandle: target, data: {sourceType: start, targetType: question-classifier, isInIteration: false}}
    - {id: classifier-extract, type: custom, source: '1720000000002', sourceHandle: '1', target: '1720000000003', targetHandle: target, data: {sourceType: question-classifier, targetType: parameter-extractor}}
    - {id: classifier-other, type: custom, source: '1720000000002', sourceHandle: '2', target: '1720000000008', targetHandle: target, data: {sourceType: question-classifier, targetType: answer}}
    - {id: extract-check, type: custom, source: '1720000000003', sourceHandle: source, target: '1720000000004', targetHandle: target, data: {sourceType: parameter-extractor, targetType: if-else}}
    - {id: check-refund, type: custom, source: '1720000000004', sourceHandle: 'true', target: '1720000000005', targetHandle: target, data: {sourceType: if-else, targetType: http-request}}
    - {id: check-other, type: custom, source: '1720000000004', sourceHandle: 'false', target: '1720000000008', targetHandle: target, data: {sourceType: if-else, targetType: answer}}
    - {id: refund-write, type: custom, source: '1720000000005', sourceHandle: source, target: '1720000000006', targetHandle: target, data: {sourceType: http-request, targetType: llm}}
    - {id: write-answer, type: custom, source: '1720000000006', sourceHandle: source, target: '1720000000007', targetHandle: target, data: {sourceType: llm, targetType: answer}}
    nodes:
    - id: '1720000000001'
      type: custom
      position: {x: 80, y: 282}
      positionAbsolute: {x: 80, y: 282}
      width: 244
      height: 54
      sourcePosition: right
      targetPosition: left
      data: {type: start, title: Start, desc: '', selected: false, variables: []}
    - id: '1720000000002'
      type: custom
      position: {x: 384, y: 282}
      data:
        type: question-classifier
        title: What is it about?
        desc: ''
        classes:
        - {id: '1', name: I want my money back}
        - {id: '2', name: I have a question}
        instruction: ''
        instructions: ''
        model: {mode: chat, name: gpt-4o-mini, provider: openai, completion_params: {temperature: 0.7}}
        query_variable_selector: [sys, query]
        topics: []
    - id: '1720000000003'
      type: custom
      position: {x: 688, y: 282}
      data:
        type: parameter-extractor
        title: Read the order
        desc: ''
        instruction: Read the order number.
        model: {mode: chat, name: gpt-4o-mini, provider: openai, completion_params: {temperature: 0}}
        parameters:
        - {name: order, type: string, description: The order number, required: false}
        query: [sys, query]
        reasoning_mode: prompt
        variables: []
    - id: '1720000000004'
      type: custom
      position: {x: 992, y: 282}
      data:
        type: if-else
        title: Is there an order?
        desc: ''
        cases:
        - case_id: 'true'
          id: 'true'
          logical_operator: and
          conditions:
          - {id: 0b3c, comparison_operator: not empty, value: '', varType: string, variable_selector: ['1720000000003', order]}
    - id: '1720000000005'
      type: custom
      position: {x: 1296, y: 282}
      data:
        type: http-request
        title: Pay it back
        desc: ''
        method: post
        url: https://shop.example/refunds
        authorization: {type: no-auth, config: null}
        headers: ''
        params: ''
        body: {type: json, data: [{type: text, key: '', value: '{"order": "{{#1720000000003.order#}}"}'}]}
        timeout: {max_connect_timeout: 0, max_read_timeout: 0, max_write_timeout: 0}
        variables: []
    - id: '1720000000006'
      type: custom
      position: {x: 1600, y: 282}
      data:
        type: llm
        title: Write the answer
        desc: ''
        context: {enabled: false, variable_selector: []}
        memory: {query_prompt_template: '{{#sys.query#}}', window: {enabled: false, size: 10}}
        model: {mode: chat, name: gpt-4o-mini, provider: openai, completion_params: {temperature: 0.7}}
        prompt_template:
        - {id: 4f1a, role: system, text: 'You are the refund desk. The shop said: {{#1720000000005.body#}}'}
        - {id: 4f1b, role: user, text: '{{#sys.query#}}'}
        variables: []
        vision: {enabled: false}
    - id: '1720000000007'
      type: custom
      position: {x: 1904, y: 282}
      data: {type: answer, title: Answer, desc: '', selected: false, variables: [], answer: 'Order {{#1720000000003.order#}}: {{#1720000000006.text#}}'}
    - id: '1720000000008'
      type: custom
      position: {x: 1904, y: 482}
      data: {type: answer, title: Ask again, desc: '', selected: false, variables: [], answer: 'Which order is it?'}
    viewport: {x: 0, y: 0, zoom: 0.7}
`;
