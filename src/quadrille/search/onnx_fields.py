"""The numbers of fields in ONNX files, from ``onnx.proto``."""

# Of ModelProto.
IR_VERSION, PRODUCER, PRODUCER_VERSION, GRAPH, OPSETS, METADATA = 1, 2, 3, 7, 8, 14
# Of StringStringEntryProto.
KEY, VALUE = 1, 2
# Of OperatorSetIdProto.
DOMAIN, OPSET_VERSION = 1, 2
# Of GraphProto.
NODE, GRAPH_NAME, INITIALIZER, INPUT, OUTPUT = 1, 2, 5, 11, 12
# Of NodeProto.
FROM, TO, KIND, ATTRIBUTE = 1, 2, 4, 5
# Of AttributeProto, and what its type says of a value.
ATTRIBUTE_NAME, FLOAT_VALUE, INT_VALUE, INTS, TYPE = 1, 2, 3, 8, 20
ATTRIBUTE_KINDS = {float: 1, int: 2, list: 7}
# Of TensorProto, and what its data type says.
DIMS, DATA_TYPE, NAME, RAW_DATA = 1, 2, 8, 9
FLOAT, INT16, INT64 = 1, 5, 7
# Of ValueInfoProto, of TypeProto and of what is in it.
INFO_NAME, INFO_TYPE = 1, 2
TENSOR_TYPE = 1
ELEMENT, SHAPE = 1, 2
DIM = 1
DIM_VALUE, DIM_NAME = 1, 2
