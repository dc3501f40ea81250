// For the parts of zod that describe schemas as JSON Schema: services write /openapi.json with them, a page never does.
const refuse = () => {
  throw new Error('A page has no JSON Schema');
};

const METHODS = ['createToJSONSchemaMethod', 'createStandardJSONSchemaMethod'];
module.exports = Object.fromEntries(METHODS.map((name) => [name, () => refuse]));
